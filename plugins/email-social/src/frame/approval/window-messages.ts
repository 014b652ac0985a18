import * as v from 'valibot'
import { isTextKey, type Texts } from '../strings.js'
import type { Summary } from './summary.js'

/** Path of the approval window on the frame's origin. */
export const WINDOW_PATH = '/approve'

/** First message of the window to the frame that opened it. The frame replies with a {@link WindowScreen} and one port. */
export const WINDOW_READY = '@wallet-window/READY'

const fact = v.strictObject({
  label: v.custom<keyof Texts>(isTextKey),
  value: v.string(),
  format: v.exactOptional(v.picklist(['address', 'data'])),
})
const part = { title: v.string(), facts: v.array(fact), warnings: v.array(v.string()) }

/** Strict: a message with an unknown field is invalid, because the window would not display this field. */
const windowScreen = v.variant('kind', [
  v.strictObject({
    kind: v.literal('approval'),
    summary: v.strictObject({
      ...part,
      calls: v.exactOptional(v.array(v.strictObject(part))),
      closingFacts: v.exactOptional(v.array(fact)),
    }),
  }),
  v.strictObject({ kind: v.literal('recoveryCode'), code: v.string() }),
])
/** Screen that the window displays: an approval, or a new recovery code. */
export type WindowScreen =
  | { readonly kind: 'approval'; readonly summary: Summary }
  | { readonly kind: 'recoveryCode'; readonly code: string }

const windowAnswer = v.picklist(['confirmed', 'rejected'])
/** The visitor's decision, which the window sends once through the port. */
export type WindowAnswer = v.InferOutput<typeof windowAnswer>

/** Parses a message of the frame; `undefined` if it is invalid. */
export const parseScreen = (data: unknown): WindowScreen | undefined => parse(windowScreen, data)
/** Parses a message of the window; `undefined` if it is invalid. */
export const parseAnswer = (data: unknown): WindowAnswer | undefined => parse(windowAnswer, data)

function parse<const Schema extends v.GenericSchema>(schema: Schema, data: unknown): v.InferOutput<Schema> | undefined {
  const parsed = v.safeParse(schema, data)
  return parsed.success ? parsed.output : undefined
}
