import * as v from 'valibot'
import { CliError, messageOf } from '../../errors.js'
import { describe, parseWith } from '../arguments/parse.js'
import { isJsonObject, type Json, parseJson } from '../files/json.js'
import { type JsonText, jsonText, type Position } from '../files/json-edit.js'

/** Sections of package.json that this tool writes. */
export type Section = 'dependencies' | 'devDependencies'

/** One change in a section of package.json. */
export interface PackageChange {
  readonly name: string
  readonly change: 'add' | 'remove' | 'move' | 'update'
  /** Section of the package after the change; for `remove`, the section that contains it. */
  readonly section: Section
  /** Version, range or `file:` path in package.json after the change; for `remove`, before the change. */
  readonly version: string
  /** For `update` of a third-party plugin: its previous version or `file:` path. */
  readonly previous?: string
}

/** Packages of a package.json with their versions, by section. */
export type Listed = Readonly<Record<Section, Readonly<Record<string, string>>>>

const versions = v.optional(v.record(v.string(), v.string()), {})
const schema = v.object({ dependencies: versions, devDependencies: versions })

/** Initial package.json for a folder without one. A package.json with exactly this text was created by this tool and is removed with the modal. */
export const emptyPackageJson =
  '{\n  "private": true,\n  "description": "Packages of the wallet modal of this site"\n}\n'

/** Reads the sections from the text of a site's package.json. Throws `INVALID_SITE`. */
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
  if (change === 'remove') return removePackage(json, section, name)
  if (change === 'update') return json.replace([section], name, version)
  const removed = change === 'move' ? removePackage(json, otherSection(section), name) : json
  return addPackage(removed, { section, name, version })
}

const otherSection = (section: Section): Section => (section === 'dependencies' ? 'devDependencies' : 'dependencies')

interface Entry {
  readonly section: Section
  readonly name: string
  readonly version: string
}

function addPackage(json: JsonText, { section, name, version }: Entry): JsonText {
  const count = countPackages(json.text, section)
  if (count === undefined) {
    const withSection = json.insert([], section, {}, sectionPosition(section))
    return withSection.insert([section], name, version)
  }
  return count === 0 ? json.insertTight([section], name, version) : json.insert([section], name, version)
}

/** Removes a package. Also removes its section if it becomes empty, unless the section existed before this tool added a package. */
function removePackage(json: JsonText, section: Section, name: string): JsonText {
  const existedBefore = json.isTight([section]) // `addPackage` inserts the first package of an existing section with `insertTight`
  const edited = json.remove([section], name)
  return countPackages(edited.text, section) === 0 && !existedBefore ? edited.remove([], section) : edited
}

/** Number of packages in a section; `undefined` if the section is missing. */
function countPackages(text: string, section: Section): number | undefined {
  const value = parseJson(text)
  const list = isJsonObject(value) ? value[section] : undefined
  return isJsonObject(list) ? Object.keys(list).length : undefined
}

/** Position of a new section: `dependencies` before `devDependencies`. At the end if the other section is missing. */
const sectionPosition =
  (section: Section): Position =>
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
