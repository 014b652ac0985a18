import { fail } from '../errors.js'
import type { Context } from '../plugin.js'
import { readWith } from '../schema.js'

/** Storage key of a namespace plugin under which the last connector is remembered. */
export const REMEMBERED = 'connector'

const connectorId = readWith((value) =>
  typeof value === 'string' && value.length > 0 && value.length <= 200
    ? value
    : fail('INVALID_DATA', 'not a connector id'),
)

/** The connector that was used last, or `null`. */
export const remembered = (ctx: Context): string | null => ctx.storage.get(REMEMBERED, connectorId)
