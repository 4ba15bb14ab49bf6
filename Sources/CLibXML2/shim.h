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

/* xmlFree is a mutable C global, which Swift 6 does not let code read. */
static inline void tvsim_xmlFree(void *pointer) { xmlFree(pointer); }
