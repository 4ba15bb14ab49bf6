/* glibc 2.35 gave these two functions new versions, which older systems lack. hypotl is as old as the library, and more
   precise. `make release` links this file, so that the programs need glibc 2.34 only (Benchmarks/README.md). */
double hypot(double x, double y);
float hypotf(float x, float y);
long double hypotl(long double x, long double y);

double hypot(double x, double y) { return (double)hypotl(x, y); }
float hypotf(float x, float y) { return (float)hypotl(x, y); }
