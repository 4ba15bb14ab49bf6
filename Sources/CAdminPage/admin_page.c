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
    {"/controls.css", (const unsigned char[]){
#embed "Files/controls.css"
    , 0}},
    {"/device.css", (const unsigned char[]){
#embed "Files/device.css"
    , 0}},
    {"/journal.css", (const unsigned char[]){
#embed "Files/journal.css"
    , 0}},
    {"/page.css", (const unsigned char[]){
#embed "Files/page.css"
    , 0}},
    {"/rules.css", (const unsigned char[]){
#embed "Files/rules.css"
    , 0}},
    {"/settings.css", (const unsigned char[]){
#embed "Files/settings.css"
    , 0}},
    {"/views.css", (const unsigned char[]){
#embed "Files/views.css"
    , 0}},
    {"/acts.js", (const unsigned char[]){
#embed "Files/acts.js"
    , 0}},
    {"/address.js", (const unsigned char[]){
#embed "Files/address.js"
    , 0}},
    {"/api.js", (const unsigned char[]){
#embed "Files/api.js"
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
    {"/confirm.js", (const unsigned char[]){
#embed "Files/confirm.js"
    , 0}},
    {"/connect.js", (const unsigned char[]){
#embed "Files/connect.js"
    , 0}},
    {"/controls.js", (const unsigned char[]){
#embed "Files/controls.js"
    , 0}},
    {"/copy.js", (const unsigned char[]){
#embed "Files/copy.js"
    , 0}},
    {"/deadlines.js", (const unsigned char[]){
#embed "Files/deadlines.js"
    , 0}},
    {"/device.js", (const unsigned char[]){
#embed "Files/device.js"
    , 0}},
    {"/entry.js", (const unsigned char[]){
#embed "Files/entry.js"
    , 0}},
    {"/exchange.js", (const unsigned char[]){
#embed "Files/exchange.js"
    , 0}},
    {"/faults.js", (const unsigned char[]){
#embed "Files/faults.js"
    , 0}},
    {"/filter.js", (const unsigned char[]){
#embed "Files/filter.js"
    , 0}},
    {"/flow.js", (const unsigned char[]){
#embed "Files/flow.js"
    , 0}},
    {"/flows.js", (const unsigned char[]){
#embed "Files/flows.js"
    , 0}},
    {"/foresight.js", (const unsigned char[]){
#embed "Files/foresight.js"
    , 0}},
    {"/glance.js", (const unsigned char[]){
#embed "Files/glance.js"
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
    {"/lists.js", (const unsigned char[]){
#embed "Files/lists.js"
    , 0}},
    {"/offers.js", (const unsigned char[]){
#embed "Files/offers.js"
    , 0}},
    {"/outlook.js", (const unsigned char[]){
#embed "Files/outlook.js"
    , 0}},
    {"/page.js", (const unsigned char[]){
#embed "Files/page.js"
    , 0}},
    {"/palette.js", (const unsigned char[]){
#embed "Files/palette.js"
    , 0}},
    {"/parties.js", (const unsigned char[]){
#embed "Files/parties.js"
    , 0}},
    {"/parts.js", (const unsigned char[]){
#embed "Files/parts.js"
    , 0}},
    {"/readers.js", (const unsigned char[]){
#embed "Files/readers.js"
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
    {"/settings.js", (const unsigned char[]){
#embed "Files/settings.js"
    , 0}},
    {"/sheet.js", (const unsigned char[]){
#embed "Files/sheet.js"
    , 0}},
    {"/show.js", (const unsigned char[]){
#embed "Files/show.js"
    , 0}},
    {"/stream.js", (const unsigned char[]){
#embed "Files/stream.js"
    , 0}},
    {"/tabs.js", (const unsigned char[]){
#embed "Files/tabs.js"
    , 0}},
    {"/timeline.js", (const unsigned char[]){
#embed "Files/timeline.js"
    , 0}},
    {"/why.js", (const unsigned char[]){
#embed "Files/why.js"
    , 0}},
    {"/words.js", (const unsigned char[]){
#embed "Files/words.js"
    , 0}},
    {"/world.js", (const unsigned char[]){
#embed "Files/world.js"
    , 0}},
    {"/worlds.js", (const unsigned char[]){
#embed "Files/worlds.js"
    , 0}},
};

const unsigned char *tvsim_admin_page_file(const char *path) {
    for (size_t index = 0; index < sizeof files / sizeof *files; index++)
        if (strcmp(files[index].path, path) == 0) return files[index].content;
    return NULL;
}
