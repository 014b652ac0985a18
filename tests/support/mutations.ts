import fc from 'fast-check'
import { poisonKeys, poisonTexts } from './poison.js'

export type Path = readonly (string | number)[]

/** Broken reply that replaces a service's valid reply. */
export interface Mutation {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** `cut` breaks the connection in the middle of the body, `never` sends no body at all. */
  readonly ending: 'whole' | 'cut' | 'never'
  /** Paths of the changed fields; absent if the whole reply is broken. */
  readonly edited?: readonly Path[]
}

/**
 * Edit of a member of the reply. `overwrite` repeats the key with another value, `repeat` repeats the member, `nest` puts the value into many
 * arrays.
 */
type Operation = 'replace' | 'remove' | 'rename' | 'add' | 'overwrite' | 'repeat' | 'wrap' | 'nest' | 'quote' | 'swap'

interface Edit {
  readonly path: Path
  readonly operation: Operation
  readonly text: string
  readonly key: string
}

const operations: readonly Operation[] = [
  'replace',
  'replace',
  'replace',
  'remove',
  'rename',
  'add',
  'overwrite',
  'repeat',
  'wrap',
  'nest',
  'quote',
  'swap',
]
const DEPTH = 10_000

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const keyOf = (path: Path): string => JSON.stringify(path)

function pathsOf(value: unknown, path: Path = []): readonly Path[] {
  if (!isObject(value)) return [path]
  const keys = Array.isArray(value) ? value.map((_, at) => at) : Object.keys(value)
  return [path, ...keys.flatMap((key) => pathsOf(Reflect.get(value, key), [...path, key]))]
}

/**
 * Writes JSON text with the edits. It writes text because a JavaScript value cannot represent duplicate keys or 1e400, and assigning `__proto__`
 * would set the prototype.
 */
function write(value: unknown, edits: ReadonlyMap<string, Edit>, path: Path = []): string {
  const edit = edits.get(keyOf(path))
  if (edit?.operation === 'replace') return edit.text
  const added = edit?.operation === 'add'
  const swapped = edit?.operation === 'swap'
  const plain = (): string => {
    if (!isObject(value)) return JSON.stringify(value)
    const isList = Array.isArray(value)
    const members = Object.entries(value).flatMap(([key, member]) => {
      const at = [...path, isList ? Number(key) : key]
      return membersOf(key, write(member, edits, at), edits.get(keyOf(at)))
    })
    if (added) members.push([edit.key, edit.text])
    return isList === swapped
      ? `{${members.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join()}}`
      : `[${members.map(([, text]) => text).join()}]`
  }
  if (edit?.operation === 'wrap') return `[${plain()}]`
  if (edit?.operation === 'nest') return '['.repeat(DEPTH) + plain() + ']'.repeat(DEPTH)
  return edit?.operation === 'quote' ? JSON.stringify(plain()) : plain()
}

function membersOf(key: string, text: string, edit: Edit | undefined): (readonly [string, string])[] {
  switch (edit?.operation) {
    case 'remove':
      return []
    case 'rename':
      return [[edit.key, text]]
    case 'overwrite': // of duplicate keys, the last one counts
      return [
        [key, text],
        [key, edit.text],
      ]
    case 'repeat':
      return [
        [key, text],
        [key, text],
      ]
    default:
      return [[key, text]]
  }
}

/** Paths that an edit changes. If it gives a member a new key, it also changes an existing member with the same key. */
function changedPaths({ path, operation, key }: Edit): readonly Path[] {
  if (operation === 'add') return [[...path, key]]
  return operation === 'rename' ? [path, [...path.slice(0, -1), key]] : [path]
}

const texts = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...poisonTexts) },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string().map((text) => JSON.stringify(text)) },
)

const json = { 'content-type': 'application/json' }
const page = '<!doctype html><script>globalThis.polluted = 1</script><h1>502 Bad Gateway</h1>'

const editsOf = (valid: unknown): fc.Arbitrary<Mutation> => {
  const edit = fc.record({
    path: fc.constantFrom(...pathsOf(valid)),
    operation: fc.constantFrom(...operations),
    text: texts,
    key: fc.constantFrom(...poisonKeys),
  })
  return fc.array(edit, { minLength: 1, maxLength: 3 }).map((edits) => {
    const byPath = new Map(edits.map((one) => [keyOf(one.path), one]))
    const body = write(valid, byPath)
    return { status: 200, headers: json, body, ending: 'whole', edited: [...byPath.values()].flatMap(changedPaths) }
  })
}

const brokenTextsOf = (valid: unknown): fc.Arbitrary<string> => {
  const whole = JSON.stringify(valid)
  const at = fc.nat(whole.length)
  return fc.oneof(
    at.map((length) => whole.slice(0, length)),
    fc.tuple(at, texts).map(([index, text]) => whole.slice(0, index) + text + whole.slice(index)),
    fc
      .tuple(at, fc.integer({ min: 1, max: 9 }))
      .map(([index, size]) => whole.slice(0, index) + whole.slice(index + size)),
    fc.constantFrom(
      '',
      page,
      'undefined',
      'NaN',
      `${whole}${whole}`,
      `cb(${whole})`,
      `\uFEFF${whole}`,
      whole.replaceAll('"', "'"),
    ),
    texts,
    fc.string({ unit: 'binary' }),
  )
}

const statuses = [
  200, 200, 200, 201, 204, 206, 301, 302, 304, 400, 401, 403, 404, 410, 418, 429, 451, 500, 502, 503, 599,
]
const headerSets: readonly Readonly<Record<string, string>>[] = [
  json,
  { 'content-type': 'text/html' },
  { 'content-type': 'image/png' },
  { 'content-type': '' },
  { 'content-type': 'application/json; charset=utf-16' },
  { ...json, 'content-encoding': 'gzip' },
  { ...json, location: 'file:///etc/passwd' },
  { ...json, location: 'javascript:alert(1)' },
  { ...json, 'retry-after': '99999999999999999999' },
  { ...json, 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' },
]

const brokenTransfersOf = (valid: unknown): fc.Arbitrary<Mutation> =>
  fc.record({
    status: fc.constantFrom(...statuses),
    headers: fc.constantFrom(...headerSets),
    body: fc.oneof(brokenTextsOf(valid), fc.constant(JSON.stringify(valid))),
    ending: fc.oneof(
      { weight: 20, arbitrary: fc.constant('whole' as const) },
      { weight: 2, arbitrary: fc.constant('cut' as const) },
      { weight: 1, arbitrary: fc.constant('never' as const) },
    ),
  })

/** Mutations of one valid reply: of single fields, of its text, and of its transfer. */
export const mutationsOf = (valid: unknown): fc.Arbitrary<Mutation> =>
  fc.oneof(
    { weight: 6, arbitrary: editsOf(valid) },
    {
      weight: 2,
      arbitrary: brokenTextsOf(valid).map((body) => ({ status: 200, headers: json, body, ending: 'whole' as const })),
    },
    { weight: 2, arbitrary: brokenTransfersOf(valid) },
  )

const isWithin = (inner: Path, outer: Path): boolean => outer.every((segment, at) => segment === inner[at])

/** Whether the reply is unchanged at a path: neither the value, nor its parents, nor its members were changed. */
export const isUntouched = ({ edited }: Mutation, path: Path): boolean =>
  edited?.every((one) => !isWithin(path, one) && !isWithin(one, path)) ?? false

/** Number of runs and seed of a property test. Print the seed in the title; set WALLET_MODAL_SEED to reproduce a failure. */
export const trial = {
  numRuns: process.env.WALLET_MODAL_LONG ? 10_000 : 1000,
  seed: Number(process.env.WALLET_MODAL_SEED),
}
