// A plugin of QEMU's user mode that counts the instructions between two marks of a program.
//
// Valgrind cannot run every program of Swift. QEMU's own count is the same on a busy machine as on a quiet one. A mark is
// the last instruction of a client request of Valgrind, which a processor takes for nothing: `xchg %rbx, %rbx`
// (counting_begin and counting_end of CSignature). QEMU's header is not in Debian's packages, so its functions are
// declared here ("QEMU TCG Plugins", API of version 1).
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct qemu_plugin_tb;
struct qemu_plugin_insn;
void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id, void (*call)(uint64_t, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *, int add, void *count, uint64_t by);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *, void (*call)(unsigned, void *), int, void *);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *, size_t);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *);

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

// Threads add without a lock, so a program with several threads loses a few of each million.
static uint64_t count;

static void mark(unsigned cpu, void *nothing) { fprintf(stderr, "instructions so far: %" PRIu64 "\n", count); }

// QEMU translates a block before it runs it for the first time.
static void translated(uint64_t id, struct qemu_plugin_tb *block) {
    size_t instructions = qemu_plugin_tb_n_insns(block);
    qemu_plugin_register_vcpu_tb_exec_inline(block, 0, &count, instructions);
    for (size_t place = 0; place < instructions; place++) {
        struct qemu_plugin_insn *instruction = qemu_plugin_tb_get_insn(block, place);
        if (qemu_plugin_insn_size(instruction) == 3 && !memcmp(qemu_plugin_insn_data(instruction), "\x48\x87\xdb", 3))
            qemu_plugin_register_vcpu_insn_exec_cb(instruction, mark, 0, NULL);
    }
}

__attribute__((visibility("default"))) int qemu_plugin_install(uint64_t id, const void *system, int count, char **options) {
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    return 0;
}
