import { type MemberNode, type ObjectNode, parse } from '@humanwhocodes/momoa'
import type { Json, JsonObject } from './json.js'

/** Index at which a new member is inserted into an object with these keys; negative: at the end. */
export type Position = (keys: readonly string[]) => number

/** Position before the first member with a greater key. */
const sortedPosition =
  (key: string): Position =>
  (keys) =>
    keys.findIndex((other) => other > key)

/**
 * Edits JSON text and leaves all other bytes unchanged. Removing an inserted member restores the previous text, and the result does not depend on
 * the order of insertions. The text must be valid JSON and may have a byte order mark.
 */
export interface JsonText {
  readonly text: string
  /** Inserts a member into the object at `path`. Default position: before the first member with a greater key. */
  insert(path: readonly string[], key: string, value: Json, position?: Position): JsonText
  /**
   * Inserts the first member into an empty object, without white space before it. `remove` and `isTight` read this format: it shows that the
   * object existed, and was empty, before.
   */
  insertTight(path: readonly string[], key: string, value: Json): JsonText
  /**
   * Removes a member. After the last member is removed, the object is `{}`, or has its previous text if `insertTight` inserted the member. Does
   * nothing if there is no such member.
   */
  remove(path: readonly string[], key: string): JsonText
  /** Replaces the value of a member. Does nothing if there is no such member. */
  replace(path: readonly string[], key: string, value: Json): JsonText
  /** Whether no member of the object at `path` has white space before it, as after `insertTight`. */
  isTight(path: readonly string[]): boolean
}

/** Parses JSON text for editing. Throws an `Error` if the text is not a JSON object. */
export function jsonText(source: string): JsonText {
  const byteOrderMark = source.startsWith('\uFEFF') ? '\uFEFF' : ''
  const text = source.slice(byteOrderMark.length)
  const root = rootOf(text)
  const style = styleOf(text, root)
  const replaceRange = (from: number, to: number, replacement = ''): JsonText =>
    jsonText(`${byteOrderMark}${text.slice(0, from)}${replacement}${text.slice(to)}`)
  const entry = (key: string, value: Json, space: string): string =>
    `${JSON.stringify(key)}${style.colon}${format(value, space, style.unit)}`

  const insertFirst = (path: readonly string[], key: string, value: Json): JsonText => {
    const object = objectAt(root, path)
    const owner = memberAt(root, path)
    const inner = text.slice(startOf(object) + 1, endOf(object) - 1)
    if (!owner || inner !== '') return insertTight(path, key, value)
    const outer = spaceBefore(text, owner)
    const space = outer.includes('\n') ? outer + style.unit : ' '
    const close = outer.includes('\n') ? outer : ' '
    return replaceRange(startOf(object), endOf(object), `{${space}${entry(key, value, space)}${close}}`)
  }
  const insertTight = (path: readonly string[], key: string, value: Json): JsonText => {
    const at = startOf(objectAt(root, path)) + 1
    return replaceRange(at, at, entry(key, value, ''))
  }
  return {
    text: source,
    insertTight,
    insert: (path, key, value, position = sortedPosition(key)) => {
      const { members } = objectAt(root, path)
      const last = members.at(-1)
      if (!last) return insertFirst(path, key, value)
      const next = members[position(members.map(keyOf))]
      const space = spaceBefore(text, next ?? last)
      if (next) return replaceRange(startOf(next), startOf(next), `${entry(key, value, space)},${space}`)
      return replaceRange(endOf(last), endOf(last), `,${space}${entry(key, value, space)}`)
    },
    remove: (path, key) => {
      const object = objectAt(root, path)
      const at = object.members.findLastIndex((member) => keyOf(member) === key)
      const [before, member, after] = [object.members[at - 1], object.members[at], object.members[at + 1]]
      if (!member) return jsonText(source)
      if (after) return replaceRange(startOf(member), startOf(after))
      if (before) return replaceRange(endOf(before), endOf(member))
      if (spaceBefore(text, member) === '') return replaceRange(startOf(member), endOf(member))
      return replaceRange(startOf(object), endOf(object), '{}')
    },
    replace: (path, key, value) => {
      const member = memberAt(root, [...path, key])
      if (!member) return jsonText(source)
      const space = spaceBefore(text, member)
      return replaceRange(startOf(member.value), endOf(member.value), format(value, space, style.unit))
    },
    isTight: (path) => objectAt(root, path).members.every((member) => spaceBefore(text, member) === ''),
  }
}

/** Changes the object at `path` from `before` to `after`, member by member. Lists and primitive values are replaced. */
export function editObject(
  json: JsonText,
  { path = [], before, after, positionOf = sortedPosition }: ObjectEdit,
): JsonText {
  let edited = json
  for (const key of Object.keys(before)) if (after[key] === undefined) edited = edited.remove(path, key)
  for (const [key, value] of Object.entries(after)) {
    const old = before[key]
    if (old === undefined) edited = insertValue(edited, { path, key, value, position: positionOf(key) })
    else if (isObject(old) && isObject(value))
      edited = editObject(edited, { path: [...path, key], before: old, after: value })
    else if (JSON.stringify(old) !== JSON.stringify(value)) edited = edited.replace(path, key, value)
  }
  return edited
}

/** Inserts a value. Inserts an object member by member: its format is the same as if each member were added later. */
function insertValue(json: JsonText, { path, key, value, position }: Insertion): JsonText {
  if (!isObject(value)) return json.insert(path, key, value, position)
  return editObject(json.insert(path, key, {}, position), { path: [...path, key], before: {}, after: value })
}

interface Insertion {
  readonly path: readonly string[]
  readonly key: string
  readonly value: Json
  readonly position: Position
}

export interface ObjectEdit {
  readonly path?: readonly string[]
  readonly before: JsonObject
  readonly after: JsonObject
  readonly positionOf?: (key: string) => Position
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function rootOf(text: string): ObjectNode {
  const { body } = parse(text, { mode: 'json' })
  if (body.type === 'Object') return body
  throw new Error('it is not an object')
}

/** Formatting of a text: the separator between key and value, and one level of indentation. */
function styleOf(text: string, root: ObjectNode): { readonly colon: string; readonly unit: string } {
  const [first] = root.members
  if (!first) return { colon: ': ', unit: '  ' }
  const space = spaceBefore(text, first)
  return {
    colon: text.slice(first.name.loc.end.offset, startOf(first.value)),
    unit: space.includes('\n') ? space.slice(space.lastIndexOf('\n') + 1) : '',
  }
}

/** Formatted value, indented like its member. */
function format(value: Json, space: string, unit: string): string {
  if (!space.includes('\n')) return JSON.stringify(value)
  return JSON.stringify(value, null, unit).replaceAll('\n', space)
}

const startOf = ({ loc }: { readonly loc: MemberNode['loc'] }): number => loc.start.offset
const endOf = ({ loc }: { readonly loc: MemberNode['loc'] }): number => loc.end.offset
const keyOf = ({ name }: MemberNode): string => (name.type === 'String' ? name.value : name.name)

/** White space between a member and the preceding brace or comma. */
const spaceBefore = (text: string, member: MemberNode): string => {
  const before = text.slice(0, startOf(member))
  return before.slice(before.trimEnd().length)
}

function memberAt(root: ObjectNode, path: readonly string[]): MemberNode | undefined {
  const key = path.at(-1)
  return key === undefined
    ? undefined
    : objectAt(root, path.slice(0, -1)).members.findLast((member) => keyOf(member) === key)
}

function objectAt(root: ObjectNode, path: readonly string[]): ObjectNode {
  return path.reduce<ObjectNode>((object, key) => {
    const value = object.members.findLast((member) => keyOf(member) === key)?.value
    if (value?.type === 'Object') return value
    throw new Error(`"${path.join('.')}" is not an object`)
  }, root)
}
