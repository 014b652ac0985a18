import { CliError } from '../../errors.js'
import { type Json, parseJson } from '../files/json.js'
import { checkOptions, type OptionsSchema } from '../plugins/options-schema.js'
import { toList } from './flags.js'

/** First interpretation of `text` that the option's schema accepts: JSON, plain text, or a list of texts. Throws `INVALID_OPTION`. */
export function readValue(schema: OptionsSchema, key: string, text: string): Json {
  const { required: _, ...base } = schema
  const optionSchema: OptionsSchema = { ...base, properties: { [key]: schema.properties?.[key] ?? true } }
  const problemsOf = (value: Json): readonly string[] => checkOptions(optionSchema, { [key]: value })
  const readings = readingsOf(text)
  const accepted = readings.find((value) => problemsOf(value).length === 0)
  if (accepted !== undefined) return accepted
  const { type } = Object(schema.properties?.[key])
  const closest = readings.find((value) => type === 'array' && Array.isArray(value)) ?? readings[0] ?? text
  const problem = problemsOf(closest).slice(0, 2).join(' ')
  throw new CliError('INVALID_OPTION', `"${key}" cannot be ${text.slice(0, 100)}: ${problem}`, formatAdvice(problem))
}

/** Advice on the format of a value, if the problem is a wrong type. Empty for other problems. */
export const formatAdvice = (problem: string): { readonly advice?: string } =>
  /must be (?:a list|true or false|boolean|null|text|an? (?:integer|number|object|text))\b/.test(problem)
    ? {
        advice: 'Pass JSON, plain text if the option is a text, or values separated by commas if the option is a list.',
      }
    : {}

/** Possible values of a typed text, most likely first: JSON (if valid), the text itself, and a list of the parts between commas. */
export function readingsOf(text: string): readonly Json[] {
  const texts: readonly Json[] = [text, [...toList(text)]]
  try {
    return [parseJson(text), ...texts]
  } catch {
    return texts // not JSON: plain text
  }
}
