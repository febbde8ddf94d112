#ifndef CNCURSES_ALLOCATOR_H
#define CNCURSES_ALLOCATOR_H

/// Gives large blocks back to the system as soon as they are free, for a program that stays open for days: the lists of
/// a million beers come and go, on several threads, and glibc would keep their room for each of these.
void allocator_give_back_early(void);

#endif
