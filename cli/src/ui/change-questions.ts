import { multiselect, select, text } from '@clack/prompts'
import type { Environment } from '../environment.js'
import { isObject } from '../plan/files/json.js'
import type { PluginPackage } from '../plan/plugins/plugin-manifest.js'
import { answer } from './create-questions.js'
import { toPrintable } from './printable.js'

const streams = (env: Environment) => ({ input: env.stdin, output: env.stdout, signal: env.signal })

export interface Choice {
  readonly value: string
  readonly label: string
  readonly hint?: string
}

const printable = ({ value, label, hint }: Choice): { value: string; label: string; hint?: string } => ({
  value,
  label: toPrintable(label),
  ...(hint === undefined ? {} : { hint: toPrintable(hint) }),
})

/** Asks the user to select one or more choices. */
export const askSome = async (
  env: Environment,
  message: string,
  choices: readonly Choice[],
): Promise<readonly string[]> =>
  answer(await multiselect({ ...streams(env), message, options: choices.map(printable), maxItems: 12, required: true }))

/** Asks the user to select one choice. */
export const askOne = async (env: Environment, message: string, choices: readonly Choice[]): Promise<string> =>
  answer(await select({ ...streams(env), message, options: choices.map(printable), maxItems: 12 }))

/** Asks for a line of text. `check` returns an error message, or `undefined` for a valid text. */
export const askText = async (
  env: Environment,
  message: string,
  check: (value: string) => string | undefined = () => undefined,
): Promise<string> =>
  answer(await text({ ...streams(env), message: toPrintable(message), validate: (value) => check(value ?? '') }))

/** Description and type of an option, from its JSON Schema; empty if there is none. */
export function optionHint({ manifest }: PluginPackage, option: string): string {
  const schema = manifest.options.properties?.[option]
  if (!isObject(schema)) return ''
  const { title, description, enum: values, type } = schema
  const kind = Array.isArray(values) ? values.join(' | ') : typeof type === 'string' ? type : ''
  return [description ?? title, kind].filter((part) => typeof part === 'string' && part !== '').join(' · ')
}
