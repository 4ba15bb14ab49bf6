#include "admin_page.h"

#include <stddef.h>
#include <string.h>

/* The compiler reads the files into the program, because it must work as a single file that can be copied. */
#pragma clang diagnostic ignored "-Wc23-extensions"
static const struct {
    const char *path;
    const unsigned char *content;
} files[] = {
    {"/", (const unsigned char[]){
#embed "Files/page.html"
    , 0}},
    /* One file, so that the page needs one request. */
    {"/page.css", (const unsigned char[]){
#embed "Files/base.css"
    ,
#embed "Files/list.css"
    ,
#embed "Files/detail.css"
    ,
#embed "Files/state.css"
    ,
#embed "Files/panels.css"
    , 0}},
    {"/acts.js", (const unsigned char[]){
#embed "Files/acts.js"
    , 0}},
    {"/api.js", (const unsigned char[]){
#embed "Files/api.js"
    , 0}},
    {"/attempts.js", (const unsigned char[]){
#embed "Files/attempts.js"
    , 0}},
    {"/changes.js", (const unsigned char[]){
#embed "Files/changes.js"
    , 0}},
    {"/choices.js", (const unsigned char[]){
#embed "Files/choices.js"
    , 0}},
    {"/clock.js", (const unsigned char[]){
#embed "Files/clock.js"
    , 0}},
    {"/commands.js", (const unsigned char[]){
#embed "Files/commands.js"
    , 0}},
    {"/connect.js", (const unsigned char[]){
#embed "Files/connect.js"
    , 0}},
    {"/controls.js", (const unsigned char[]){
#embed "Files/controls.js"
    , 0}},
    {"/copies.js", (const unsigned char[]){
#embed "Files/copies.js"
    , 0}},
    {"/detail.js", (const unsigned char[]){
#embed "Files/detail.js"
    , 0}},
    {"/device.js", (const unsigned char[]){
#embed "Files/device.js"
    , 0}},
    {"/entries.js", (const unsigned char[]){
#embed "Files/entries.js"
    , 0}},
    {"/explain.js", (const unsigned char[]){
#embed "Files/explain.js"
    , 0}},
    {"/faults.js", (const unsigned char[]){
#embed "Files/faults.js"
    , 0}},
    {"/filter.js", (const unsigned char[]){
#embed "Files/filter.js"
    , 0}},
    {"/flows.js", (const unsigned char[]){
#embed "Files/flows.js"
    , 0}},
    {"/form.js", (const unsigned char[]){
#embed "Files/form.js"
    , 0}},
    {"/header.js", (const unsigned char[]){
#embed "Files/header.js"
    , 0}},
    {"/help.js", (const unsigned char[]){
#embed "Files/help.js"
    , 0}},
    {"/holders.js", (const unsigned char[]){
#embed "Files/holders.js"
    , 0}},
    {"/journal.js", (const unsigned char[]){
#embed "Files/journal.js"
    , 0}},
    {"/keys.js", (const unsigned char[]){
#embed "Files/keys.js"
    , 0}},
    {"/languages.js", (const unsigned char[]){
#embed "Files/languages.js"
    , 0}},
    {"/list.js", (const unsigned char[]){
#embed "Files/list.js"
    , 0}},
    {"/message.js", (const unsigned char[]){
#embed "Files/message.js"
    , 0}},
    {"/more.js", (const unsigned char[]){
#embed "Files/more.js"
    , 0}},
    {"/overview.js", (const unsigned char[]){
#embed "Files/overview.js"
    , 0}},
    {"/page.js", (const unsigned char[]){
#embed "Files/page.js"
    , 0}},
    {"/palette.js", (const unsigned char[]){
#embed "Files/palette.js"
    , 0}},
    {"/parts.js", (const unsigned char[]){
#embed "Files/parts.js"
    , 0}},
    {"/preact.js", (const unsigned char[]){
#embed "Files/preact.js"
    , 0}},
    {"/readers.js", (const unsigned char[]){
#embed "Files/readers.js"
    , 0}},
    {"/response.js", (const unsigned char[]){
#embed "Files/response.js"
    , 0}},
    {"/rules.js", (const unsigned char[]){
#embed "Files/rules.js"
    , 0}},
    {"/saml.js", (const unsigned char[]){
#embed "Files/saml.js"
    , 0}},
    {"/sample.js", (const unsigned char[]){
#embed "Files/sample.js"
    , 0}},
    {"/secret.js", (const unsigned char[]){
#embed "Files/secret.js"
    , 0}},
    {"/sequence.js", (const unsigned char[]){
#embed "Files/sequence.js"
    , 0}},
    {"/setting.js", (const unsigned char[]){
#embed "Files/setting.js"
    , 0}},
    {"/settings.js", (const unsigned char[]){
#embed "Files/settings.js"
    , 0}},
    {"/share.js", (const unsigned char[]){
#embed "Files/share.js"
    , 0}},
    {"/sheet.js", (const unsigned char[]){
#embed "Files/sheet.js"
    , 0}},
    {"/state.js", (const unsigned char[]){
#embed "Files/state.js"
    , 0}},
    {"/store.js", (const unsigned char[]){
#embed "Files/store.js"
    , 0}},
    {"/stream.js", (const unsigned char[]){
#embed "Files/stream.js"
    , 0}},
    {"/subscribers.js", (const unsigned char[]){
#embed "Files/subscribers.js"
    , 0}},
    {"/things.js", (const unsigned char[]){
#embed "Files/things.js"
    , 0}},
    {"/time.js", (const unsigned char[]){
#embed "Files/time.js"
    , 0}},
    {"/values.js", (const unsigned char[]){
#embed "Files/values.js"
    , 0}},
    {"/words.js", (const unsigned char[]){
#embed "Files/words.js"
    , 0}},
    {"/worlds.js", (const unsigned char[]){
#embed "Files/worlds.js"
    , 0}},
    {"/xml.js", (const unsigned char[]){
#embed "Files/xml.js"
    , 0}},
};

const unsigned char *tvsim_admin_page_file(const char *path) {
    for (size_t index = 0; index < sizeof files / sizeof *files; index++)
        if (strcmp(files[index].path, path) == 0) return files[index].content;
    return NULL;
}

unsigned long long tvsim_admin_page_version(void) {
    /* FNV-1a: another content has another number. */
    unsigned long long version = 0xcbf29ce484222325;
    for (size_t index = 0; index < sizeof files / sizeof *files; index++)
        for (const unsigned char *at = files[index].content; *at; at++) version = (version ^ *at) * 0x100000001b3;
    return version;
}
