// Compiles market.c with clang (14 or later), links it for Solana's ELF loader, and writes the ELF file in base64 into
// src/server/solana/market/market-program.ts.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('market.c', import.meta.url))
const target = new URL('../src/server/solana/market/market-program.ts', import.meta.url)
/** Symbol of the entry point, opcode of calls, and relocation type of calls (`R_BPF_64_32`). */
const [ENTRY, CALL, RELOCATE_CALL] = ['entrypoint', 0x85, 10]

/** @param {string} clang */
function compile(clang) {
  const folder = mkdtempSync(join(tmpdir(), 'market-'))
  try {
    const object = join(folder, 'market.o')
    const flags = ['--target=bpfel', '-O2', '-mcpu=v2', '-fno-builtin', '-Wall', '-Werror', '-c', source, '-o', object]
    execFileSync(clang, flags, { stdio: 'inherit' })
    return readFileSync(object)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Code, symbols and relocations of an object file (ELF64, little-endian). @param {Buffer} file */
function readObject(file) {
  const start = Number(file.readBigUInt64LE(0x28))
  const sections = Array.from({ length: file.readUInt16LE(0x3c) }, (_, at) => {
    const header = file.subarray(start + 64 * at, start + 64 * (at + 1))
    const [offset, size] = [Number(header.readBigUInt64LE(24)), Number(header.readBigUInt64LE(32))]
    const [type, link, info] = [header.readUInt32LE(4), header.readUInt32LE(40), header.readUInt32LE(44)]
    return {
      name: header.readUInt32LE(0),
      type,
      link,
      info,
      size,
      bytes: type === 8 ? Buffer.alloc(0) : file.subarray(offset, offset + size),
    }
  })
  const textAt = (/** @type {Buffer} */ bytes, /** @type {number} */ at) =>
    bytes.toString('latin1', at, bytes.indexOf(0, at))
  const names = sections[file.readUInt16LE(0x3e)].bytes
  const table = sections.find(({ type }) => type === 2)
  const symbols = Array.from({ length: table.bytes.length / 24 }, (_, at) => {
    const entry = table.bytes.subarray(24 * at)
    return {
      name: textAt(sections[table.link].bytes, entry.readUInt32LE(0)),
      section: entry.readUInt16LE(6),
      value: Number(entry.readBigUInt64LE(8)),
    }
  })
  const text = sections.findIndex(({ name }) => textAt(names, name) === '.text')
  const hasData = sections.some(({ name, size }) => /^\.(ro)?data|^\.bss/.test(textAt(names, name)) && size > 0)
  if (hasData) throw new Error('The program has data sections, which this linker does not support.')
  const relocations = sections.filter(({ type, info }) => type === 9 && info === text)
  return { text, code: Buffer.from(sections[text].bytes), symbols, relocations: relocations.map(({ bytes }) => bytes) }
}

/** Resolves calls within the program. Collects calls to functions of the runtime (syscalls). @param {ReturnType<typeof readObject>} object */
function resolve({ text, code, symbols, relocations }) {
  const calls = []
  for (const bytes of relocations)
    for (let at = 0; at < bytes.length; at += 16) {
      const [offset, info] = [Number(bytes.readBigUInt64LE(at)), bytes.readBigUInt64LE(at + 8)]
      const symbol = symbols[Number(info >> 32n)]
      if (Number(info & 0xffffffffn) !== RELOCATE_CALL || code[offset] !== CALL)
        throw new Error('The object file has a relocation of an unknown type.')
      if (symbol.section === text) {
        // A relocation may refer to the section's symbol, which has no name. The instruction then contains the target's offset in the section,
        // counted in instructions (8 bytes), minus 1.
        const added = symbol.name === '' ? code.readInt32LE(offset + 4) + 1 : 0
        code.writeInt32LE(symbol.value / 8 + added - offset / 8 - 1, offset + 4)
      } else {
        code.writeInt32LE(-1, offset + 4)
        calls.push({ offset, name: symbol.name })
      }
    }
  return { code, calls, entry: symbols.find(({ name }) => name === ENTRY).value }
}

const u64 = (/** @type {(number | bigint)[]} */ ...values) => {
  const bytes = Buffer.alloc(8 * values.length)
  for (const [at, value] of values.entries()) bytes.writeBigUInt64LE(BigInt(value), 8 * at)
  return bytes
}
const u32 = (/** @type {number[]} */ ...values) => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [at, value] of values.entries()) bytes.writeUInt32LE(value, 4 * at)
  return bytes
}
const u16 = (/** @type {number[]} */ ...values) => {
  const bytes = Buffer.alloc(2 * values.length)
  for (const [at, value] of values.entries()) bytes.writeUInt16LE(value, 2 * at)
  return bytes
}

/** ELF string table: NUL-terminated strings, and the offset of each. @param {readonly string[]} texts */
function textTable(texts) {
  let bytes = Buffer.alloc(1)
  const offsets = new Map()
  for (const text of texts) {
    offsets.set(text, bytes.length)
    bytes = Buffer.concat([bytes, Buffer.from(`${text}\0`, 'latin1')])
  }
  return { bytes, offsets }
}

/** ELF shared object for Solana's loader. Addresses equal file offsets. @param {ReturnType<typeof resolve>} program */
function link({ code, calls, entry }) {
  const syscallNames = textTable([...new Set(calls.map(({ name }) => name))])
  const order = [...syscallNames.offsets.keys()]
  const symbols = Buffer.concat([
    Buffer.alloc(24),
    ...order.map((name) =>
      Buffer.concat([u32(syscallNames.offsets.get(name)), Buffer.from([0x10, 0]), u16(0), u64(0, 0)]),
    ),
  ])
  const textStart = 64 + 3 * 56
  const relocations = calls.map(({ offset, name }) =>
    u64(textStart + offset, (BigInt(order.indexOf(name) + 1) << 32n) | BigInt(RELOCATE_CALL)),
  )
  const names = textTable(['.text', '.dynsym', '.dynstr', '.rel.dyn', '.dynamic', '.shstrtab'])
  const sections = [
    { name: '.text', type: 1, flags: 6, bytes: code },
    { name: '.dynsym', type: 11, flags: 2, bytes: symbols, link: 3, info: 1, entry: 24 },
    { name: '.dynstr', type: 3, flags: 2, bytes: syscallNames.bytes },
    { name: '.rel.dyn', type: 9, flags: 2, bytes: Buffer.concat(relocations), link: 2, entry: 16 },
    { name: '.dynamic', type: 6, flags: 2, bytes: Buffer.alloc(16 * 7), link: 3, entry: 16 },
    { name: '.shstrtab', type: 3, flags: 0, bytes: names.bytes },
  ]
  let end = textStart
  const placedSections = sections.map((section) => {
    const start = (end + 7) & ~7
    end = start + section.bytes.length
    return { ...section, start }
  })
  const sectionOf = (/** @type {string} */ name) => placedSections.find((section) => section.name === name)
  const [symtab, strtab, rel, dynamic] = ['.dynsym', '.dynstr', '.rel.dyn', '.dynamic'].map(sectionOf)
  // pairs of tag and value: DT_REL, DT_RELSZ, DT_RELENT, DT_SYMTAB, DT_STRTAB, DT_STRSZ, DT_NULL
  dynamic.bytes = u64(
    17,
    rel.start,
    18,
    rel.bytes.length,
    19,
    16,
    6,
    symtab.start,
    5,
    strtab.start,
    10,
    strtab.bytes.length,
    0,
    0,
  )
  const headersAt = (end + 7) & ~7
  const header = (
    /** @type {typeof placedSections[number]} */ {
      name,
      type,
      flags,
      start,
      bytes,
      link: to = 0,
      info = 0,
      entry: size = 0,
    },
  ) =>
    Buffer.concat([
      u32(names.offsets.get(name), type),
      u64(flags, flags === 0 ? 0 : start, start, bytes.length),
      u32(to, info),
      u64(8, size),
    ])
  const segment = (
    /** @type {number} */ type,
    /** @type {number} */ flags,
    /** @type {number} */ start,
    /** @type {number} */ length,
  ) => Buffer.concat([u32(type, flags), u64(start, start, start, length, length, 8)])
  const file = Buffer.alloc(headersAt + 64 * (placedSections.length + 1))
  const head = Buffer.concat([
    Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    ...[
      u16(3, 247),
      u32(1),
      u64(textStart + entry, 64, headersAt),
      u32(0),
      u16(64, 56, 3, 64, placedSections.length + 1, placedSections.length),
    ],
    segment(1, 5, textStart, code.length),
    segment(1, 4, symtab.start, dynamic.start + dynamic.bytes.length - symtab.start),
    segment(2, 4, dynamic.start, dynamic.bytes.length),
  ])
  head.copy(file, 0)
  for (const { start, bytes } of placedSections) bytes.copy(file, start)
  Buffer.concat([Buffer.alloc(64), ...placedSections.map(header)]).copy(file, headersAt)
  return file
}

const base64 = link(resolve(readObject(compile(process.argv[2] ?? 'clang')))).toString('base64')
writeFileSync(
  target,
  `// Generated by programs/compile.mjs from programs/market.c. Do not edit.

/** ELF file of the market's program, in base64. */
export const marketProgram =
  '${base64}'
`,
)
