import * as v from 'valibot'
import { CliError, messageOf } from '../../errors.js'
import { describe, parseWith } from '../arguments/parse.js'
import { isJsonObject, type Json, parseJson } from '../files/json.js'
import { type JsonText, jsonText, type Place } from '../files/json-edit.js'

/** Sections of package.json that this tool writes. */
export type Section = 'dependencies' | 'devDependencies'

/** One change in a section of package.json. */
export interface PackageChange {
  readonly name: string
  readonly change: 'add' | 'remove' | 'move' | 'update'
  /** Section of the package; for `remove` its former one. */
  readonly section: Section
  readonly version: string
}

/** Contents of a package.json, by section. */
export type Listed = Readonly<Record<Section, Readonly<Record<string, string>>>>

const versions = v.optional(v.record(v.string(), v.string()), {})
const schema = v.object({ dependencies: versions, devDependencies: versions })

/** Template for the package.json of a folder without one, with a marker that identifies it as ours. */
export const emptyPackageJson =
  '{\n  "private": true,\n  "description": "What the wallet modal of this site needs"\n}\n'

/** Reads the sections. Throws `INVALID_SITE`. */
export function readLists(text: string): Listed {
  let value: Json
  try {
    value = parseJson(text)
  } catch (cause) {
    throw invalid(`is not valid JSON: ${messageOf(cause)}`, cause)
  }
  const result = isJsonObject(value)
    ? parseWith(schema, value)
    : { problems: [{ path: '', message: 'must be an object' }] }
  if ('value' in result) return result.value
  throw invalid(describe(result.problems))
}

/** Applies changes to the text of a package.json and leaves all other bytes unchanged. */
export function editPackageJson(text: string, changes: readonly PackageChange[]): string {
  return changes.reduce((json, change) => apply(json, change), jsonText(text)).text
}

function apply(json: JsonText, { name, change, section, version }: PackageChange): JsonText {
  if (change === 'remove') return drop(json, section, name)
  if (change === 'update') return json.replace([section], name, version)
  const rest = change === 'move' ? drop(json, other(section), name) : json
  return put(rest, { section, name, version })
}

const other = (section: Section): Section => (section === 'dependencies' ? 'devDependencies' : 'dependencies')

interface Entry {
  readonly section: Section
  readonly name: string
  readonly version: string
}

function put(json: JsonText, { section, name, version }: Entry): JsonText {
  const present = listOf(json.text, section)
  if (present === undefined) {
    const withSection = json.insert([], section, {}, sectionPlace(section))
    return withSection.insert([section], name, version)
  }
  return present === 0 ? json.insertTight([section], name, version) : json.insert([section], name, version)
}

/** An empty section is removed, unless it existed before. */
function drop(json: JsonText, section: Section, name: string): JsonText {
  const stays = json.isTight([section])
  const less = json.remove([section], name)
  return listOf(less.text, section) === 0 && !stays ? less.remove([], section) : less
}

/** Number of packages in a section; `undefined` if the section is missing. */
function listOf(text: string, section: Section): number | undefined {
  const value = parseJson(text)
  const list = isJsonObject(value) ? value[section] : undefined
  return isJsonObject(list) ? Object.keys(list).length : undefined
}

/** `dependencies` is placed before `devDependencies`, or at the end without it. */
const sectionPlace =
  (section: Section): Place =>
  (keys) => {
    if (section === 'dependencies') return keys.indexOf('devDependencies')
    const before = keys.indexOf('dependencies')
    return before < 0 ? -1 : before + 1
  }

const invalid = (problem: string, cause?: unknown): CliError =>
  new CliError('INVALID_SITE', `This site's package.json ${problem}`, {
    advice: 'Correct it and run the command again.',
    cause,
  })
