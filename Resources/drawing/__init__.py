"""The drawing kit behind draw_sample_photos.py: paint, glasses, things, places and whole scenes."""
