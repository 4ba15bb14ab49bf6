/* Signs one template as often as asked, with xmlsec1's C library: parse, find the assertion's ID, sign, write to memory.
   Prints the nanoseconds of CPU time of each. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <xmlsec/crypto.h>
#include <xmlsec/xmldsig.h>
#include <xmlsec/xmlsec.h>
#include <xmlsec/xmltree.h>

static void add_ids(xmlNodePtr node, xmlDocPtr document) {
    for (; node; node = node->next) {
        if (node->type != XML_ELEMENT_NODE) continue;
        xmlAttrPtr attribute = xmlHasProp(node, BAD_CAST "ID");
        if (attribute && attribute->children) xmlAddID(NULL, document, attribute->children->content, attribute);
        add_ids(node->children, document);
    }
}

int main(int argc, char **argv) {
    if (argc != 4) { fprintf(stderr, "usage: xmlsec-sign TEMPLATE KEY COUNT\n"); return 64; }
    FILE *file = fopen(argv[1], "rb");
    if (!file) { perror(argv[1]); return 66; }
    static char bytes[1 << 16];
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    long count = atol(argv[3]);
    xmlInitParser();
    if (xmlSecInit() < 0 || xmlSecCryptoAppInit(NULL) < 0 || xmlSecCryptoInit() < 0) return 70;
    xmlSecKeyPtr key = xmlSecCryptoAppKeyLoad(argv[2], xmlSecKeyDataFormatPem, NULL, NULL, NULL);
    if (!key) { fprintf(stderr, "the key cannot be read\n"); return 65; }
    struct timespec from, to;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    for (long i = 0; i < count; i++) {
        xmlDocPtr document = xmlReadMemory(bytes, size, NULL, NULL, XML_PARSE_NONET);
        add_ids(xmlDocGetRootElement(document), document);
        xmlNodePtr signature =
            xmlSecFindNode(xmlDocGetRootElement(document), xmlSecNodeSignature, xmlSecDSigNs);
        xmlSecDSigCtxPtr context = xmlSecDSigCtxCreate(NULL);
        context->signKey = xmlSecKeyDuplicate(key);
        if (xmlSecDSigCtxSign(context, signature) < 0) { fprintf(stderr, "it cannot be signed\n"); return 1; }
        xmlChar *out;
        int length;
        xmlDocDumpMemory(document, &out, &length);
        xmlFree(out);
        xmlSecDSigCtxDestroy(context);
        xmlFreeDoc(document);
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    printf("%ld\n", ((to.tv_sec - from.tv_sec) * 1000000000L + to.tv_nsec - from.tv_nsec) / count);
    return 0;
}
