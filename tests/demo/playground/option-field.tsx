import { useId } from 'react'
import type { Json, OptionSchema } from './facts.js'

export interface OptionFieldProps {
  readonly name: string
  readonly schema: OptionSchema
  readonly value: Json | undefined
  /** `undefined` leaves the option to the plugin's default. */
  readonly onChange: (value: Json | undefined) => void
}

/** Field for one option of a plugin. The option's JSON Schema determines the kind of the field. */
export function OptionField({ name, schema, value, onChange }: OptionFieldProps) {
  const id = useId()
  return (
    <div className="option">
      <label htmlFor={id}>{name}</label>
      {schema.type === 'boolean' ? (
        <Choice
          id={id}
          value={value}
          choices={['true', 'false']}
          onChange={(text) => onChange(text && text === 'true')}
        />
      ) : schema.enum ? (
        <Choice id={id} value={value} choices={schema.enum} onChange={onChange} />
      ) : (
        <Text id={id} schema={schema} value={value} onChange={onChange} />
      )}
    </div>
  )
}

interface ChoiceProps {
  readonly id: string
  readonly value: Json | undefined
  readonly choices: readonly string[]
  readonly onChange: (text: string | undefined) => void
}

const Choice = ({ id, value, choices, onChange }: ChoiceProps) => (
  <select
    id={id}
    value={value === undefined ? '' : String(value)}
    onChange={(event) => onChange(event.target.value || undefined)}
  >
    <option value="">default</option>
    {choices.map((choice) => (
      <option key={choice}>{choice}</option>
    ))}
  </select>
)

type TextProps = Omit<OptionFieldProps, 'name'> & { readonly id: string }

function Text({ id, schema, value, onChange }: TextProps) {
  const isList = schema.type === 'array' && schema.items?.type !== 'object'
  const isJson = schema.type === 'array' ? !isList : schema.type === 'object'
  const placeholder = isList
    ? (schema.items?.enum ?? ['one', 'two']).slice(0, 3).join(', ')
    : isJson
      ? 'JSON'
      : 'default'
  return (
    <input
      id={id}
      placeholder={placeholder}
      defaultValue={isList && Array.isArray(value) ? value.join(', ') : toText(value)}
      inputMode={schema.type === 'number' || schema.type === 'integer' ? 'decimal' : 'text'}
      autoComplete="off"
      spellCheck={false}
      onBlur={(event) => onChange(fromText(event.target.value, schema))}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  )
}

const toText = (value: Json | undefined): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** Parses the text of a field. Returns `undefined` for an empty field and for invalid JSON. */
function fromText(text: string, { type, items }: OptionSchema): Json | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  if (type === 'string') return trimmed
  if (type === 'array' && items?.type !== 'object')
    return trimmed
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean)
      .map((one) => (items?.type === 'integer' || items?.type === 'number' ? Number(one) : one))
  try {
    const value: Json = JSON.parse(trimmed)
    return value
  } catch {
    return undefined
  }
}
