#include <geodesic.h>

#if defined(__linux__)
/* The C library has it, but tells only GNU's own dialect of C. */
extern void sincos(double angle, double *sine, double *cosine);
#endif
