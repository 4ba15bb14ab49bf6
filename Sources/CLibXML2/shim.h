#pragma once

#include <libxml/xmlversion.h>
/* Debian builds libxml2 with ICU, and <libxml/encoding.h> would then include ICU's headers, which clash with the
   ICU inside Foundation. The switch affects only private fields of xmlCharEncodingHandler, which Swift never
   allocates. */
#undef LIBXML_ICU_ENABLED

#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/SAX2.h>
#include <libxml/tree.h>
#include <libxml/c14n.h>
#include <libxml/xmlIO.h>
#include <libxml/xmlerror.h>
#include <libxml/globals.h>

/* Encoding errors are reported to this thread's handler whatever the parser's options say; without one libxml2 writes
   to standard error. The caller's own handler is put back afterwards. */
typedef struct { xmlStructuredErrorFunc handler; void *context; } tvsim_error_handler;
static void tvsim_ignore_error(void *context, xmlErrorPtr error) { (void)context; (void)error; }
static inline tvsim_error_handler tvsim_silence_errors(void) {
    tvsim_error_handler before = { xmlStructuredError, xmlStructuredErrorContext };
    xmlSetStructuredErrorFunc(0, (xmlStructuredErrorFunc)tvsim_ignore_error);
    return before;
}
static inline void tvsim_restore_errors(tvsim_error_handler before) {
    xmlSetStructuredErrorFunc(before.context, before.handler);
}

/* xmlFree is a mutable C global, which Swift 6 does not let code read. */
static inline void tvsim_xmlFree(void *pointer) { xmlFree(pointer); }
