import { normalize } from 'viem/ens'

const MIN_LABEL_LENGTH = 4
/** Maximum length of a DNS label. */
const MAX_LABEL_LENGTH = 63
/** Maximum length of a name with its parent domain. */
const MAX_NAME_LENGTH = 255

export type LabelProblem = 'short' | 'long' | 'characters' | 'notNormal'

export type Label =
  | { readonly status: 'empty' }
  | { readonly status: 'invalid'; readonly problem: LabelProblem }
  /** `name` is the label with its parent domain, normalized (ENSIP-15). */
  | { readonly status: 'valid'; readonly label: string; readonly name: string }

/**
 * Whether a name is normalized (ENSIP-15) and has at most {@link MAX_NAME_LENGTH} characters. A name that is not normalized can look like another
 * name.
 */
export function isNormal(name: string): boolean {
  try {
    return name.length <= MAX_NAME_LENGTH && normalize(name) === name
  } catch {
    return false // viem throws for an invalid name
  }
}

/** Converts an entered name to a label: lower case, without the parent domain. */
export function toLabel(text: string, zone: string): string {
  const label = text.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return label.endsWith(`.${zone}`) ? label.slice(0, -zone.length - 1) : label
}

/**
 * Validates a name to register: {@link MIN_LABEL_LENGTH} to {@link MAX_LABEL_LENGTH} letters, digits and hyphens, normalized (ENSIP-15). `text` may
 * contain the parent domain.
 */
export function readLabel(text: string, zone: string): Label {
  const label = toLabel(text, zone)
  if (label === '') return { status: 'empty' }
  const invalid = (problem: LabelProblem): Label => ({ status: 'invalid', problem })
  if (!/^[a-z\d-]+$/.test(label)) return invalid('characters')
  if (label.length < MIN_LABEL_LENGTH) return invalid('short')
  if (label.length > MAX_LABEL_LENGTH) return invalid('long')
  const name = `${label}.${zone}`
  return isNormal(name) ? { status: 'valid', label, name } : invalid('notNormal')
}
