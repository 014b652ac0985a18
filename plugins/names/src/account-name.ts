import { normalize } from 'viem/ens'

export const MIN_LENGTH = 4
/** Of a label in DNS. */
export const MAX_LENGTH = 63
/** Of a name with all its labels. */
const MAX_NAME = 255

export type LabelProblem = 'short' | 'long' | 'characters' | 'notNormal'

export type Label =
  | { readonly status: 'empty' }
  | { readonly status: 'invalid'; readonly problem: LabelProblem }
  /** `name` is the label with its zone, normalized (ENSIP-15). */
  | { readonly status: 'valid'; readonly label: string; readonly name: string }

/** Whether a name is written as ENSIP-15 normalizes it. One that is not may look like another. */
export function isNormal(name: string): boolean {
  try {
    return name.length <= MAX_NAME && normalize(name) === name
  } catch {
    return false // viem's way to say that it is no name
  }
}

/** Text as it is kept in the field: small letters, without the zone where somebody typed it along. */
export function toLabel(text: string, zone: string): string {
  const label = text.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return label.endsWith(`.${zone}`) ? label.slice(0, -zone.length - 1) : label
}

/** Reads a name to register: letters, digits and hyphens, at least {@link MIN_LENGTH}, written as ENSIP-15 normalizes it. */
export function readLabel(text: string, zone: string): Label {
  const label = toLabel(text, zone)
  if (label === '') return { status: 'empty' }
  const invalid = (problem: LabelProblem): Label => ({ status: 'invalid', problem })
  if (!/^[a-z\d-]+$/.test(label)) return invalid('characters')
  if (label.length < MIN_LENGTH) return invalid('short')
  if (label.length > MAX_LENGTH) return invalid('long')
  const name = `${label}.${zone}`
  return isNormal(name) ? { status: 'valid', label, name } : invalid('notNormal')
}
