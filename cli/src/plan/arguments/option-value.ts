import { CliError } from '../../errors.js'
import { type Json, parseJson } from '../files/json.js'
import { checkOptions, type OptionsSchema } from '../plugins/options-schema.js'
import { toList } from './flags.js'

/** First interpretation that the option's schema accepts: JSON, plain text, a list of plain texts. */
export function readValue(schema: OptionsSchema, key: string, text: string): Json {
  const { required: _, ...others } = schema
  const part: OptionsSchema = { ...others, properties: { [key]: schema.properties?.[key] ?? true } }
  const problemsOf = (value: Json): readonly string[] => checkOptions(part, { [key]: value })
  const readings = readingsOf(text)
  const fitting = readings.find((value) => problemsOf(value).length === 0)
  if (fitting !== undefined) return fitting
  const [first = text] = readings
  throw new CliError(
    'INVALID_OPTION',
    `"${key}" cannot be ${text.slice(0, 100)}: ${problemsOf(first).slice(0, 2).join(' ')}`,
    {
      advice: 'Pass JSON, or plain text if the option is a text.',
    },
  )
}

/** Interpretations of a typed value, most likely first. */
export function readingsOf(text: string): readonly Json[] {
  const bare: readonly Json[] = [text, [...toList(text)]]
  try {
    return [parseJson(text), ...bare]
  } catch {
    return bare // not JSON: plain text
  }
}
