#pragma once

/* Returns the content of a file of the page by its path, which begins with "/", as a string that ends with a zero. The
   path "/" is the page itself. Returns a null pointer for other paths. */
const unsigned char *_Nullable tvsim_admin_page_file(const char *_Nonnull path);

/* Returns a number of the content of all files. */
unsigned long long tvsim_admin_page_version(void);
