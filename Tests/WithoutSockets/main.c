// Runs a program that the kernel kills with SIGSYS as soon as it, or one that it starts, asks for a socket.
//
//     WithoutSockets /usr/bin/program argument...
//
// The filter is seccomp's, see seccomp(2); it needs no privilege and cannot be taken off again.

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "the filter does not know this processor"
#endif

// Calls of another architecture, such as x32's, have other numbers: all of them are refused.
#define LARGEST_NUMBER 0x3fffffff

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define KILL BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)
#define KILL_IF(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), KILL

static struct sock_filter rules[] = {
    LOAD(arch),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
    KILL,
    LOAD(nr),
    BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, LARGEST_NUMBER, 0, 1),
    KILL,
    KILL_IF(__NR_socket),
    KILL_IF(__NR_socketpair),
    // It can make sockets without either.
    KILL_IF(__NR_io_uring_setup),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
};

int main(int count, char **arguments) {
  struct sock_fprog filter = {.len = sizeof rules / sizeof rules[0], .filter = rules};
  if (count < 2) return 64;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter)) {
    perror("WithoutSockets: no filter");
    return 70;
  }
  execv(arguments[1], arguments + 1);
  perror(arguments[1]);
  return 71;
}
