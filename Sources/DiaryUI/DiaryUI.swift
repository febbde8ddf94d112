// DiaryUI
