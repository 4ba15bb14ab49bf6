/* Checks the signature of one document as often as asked, with xmlsec1's C library: parse, find the assertion's ID,
   verify against one certificate's key. Prints the nanoseconds of CPU time of each check. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xpath.h>
#include <xmlsec/crypto.h>
#include <xmlsec/templates.h>
#include <xmlsec/xmldsig.h>
#include <xmlsec/xmlsec.h>
#include <xmlsec/xmltree.h>

static char *slurp(const char *path, long *size) {
    FILE *file = fopen(path, "rb");
    if (!file) { perror(path); exit(66); }
    fseek(file, 0, SEEK_END);
    *size = ftell(file);
    rewind(file);
    char *bytes = malloc(*size);
    if (fread(bytes, 1, *size, file) != (size_t)*size) exit(74);
    fclose(file);
    return bytes;
}

static void add_ids(xmlNodePtr node, xmlDocPtr document) {
    for (; node; node = node->next) {
        if (node->type != XML_ELEMENT_NODE) continue;
        xmlAttrPtr attribute = xmlHasProp(node, BAD_CAST "ID");
        if (attribute && attribute->children) xmlAddID(NULL, document, attribute->children->content, attribute);
        add_ids(node->children, document);
    }
}

int main(int argc, char **argv) {
    if (argc != 4) { fprintf(stderr, "usage: xmlsec-verify RESPONSE CERTIFICATE COUNT\n"); return 64; }
    long size, count = atol(argv[3]);
    char *bytes = slurp(argv[1], &size);
    xmlInitParser();
    if (xmlSecInit() < 0 || xmlSecCryptoAppInit(NULL) < 0 || xmlSecCryptoInit() < 0) return 70;
    xmlSecKeyPtr key = xmlSecCryptoAppKeyLoad(argv[2], xmlSecKeyDataFormatCertPem, NULL, NULL, NULL);
    if (!key) { fprintf(stderr, "the certificate cannot be read\n"); return 65; }
    struct timespec from, to;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    for (long i = 0; i < count; i++) {
        xmlDocPtr document = xmlReadMemory(bytes, size, NULL, NULL, XML_PARSE_NONET);
        add_ids(xmlDocGetRootElement(document), document);
        xmlNodePtr signature =
            xmlSecFindNode(xmlDocGetRootElement(document), xmlSecNodeSignature, xmlSecDSigNs);
        xmlSecDSigCtxPtr context = xmlSecDSigCtxCreate(NULL);
        context->signKey = xmlSecKeyDuplicate(key);
        if (xmlSecDSigCtxVerify(context, signature) < 0 || context->status != xmlSecDSigStatusSucceeded) {
            fprintf(stderr, "the signature is not valid\n");
            return 1;
        }
        xmlSecDSigCtxDestroy(context);
        xmlFreeDoc(document);
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    printf("%ld\n", ((to.tv_sec - from.tv_sec) * 1000000000L + to.tv_nsec - from.tv_nsec) / count);
    return 0;
}
