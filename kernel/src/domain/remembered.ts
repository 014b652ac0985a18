import type { Context } from '../plugin.js'
import type { StandardSchema } from '../schema.js'

/** Storage key of a namespace plugin under which the last connector is remembered. */
export const REMEMBERED = 'connector'

const connectorId: StandardSchema<string> = {
  '~standard': {
    version: 1,
    vendor: 'wallet-modal',
    validate: (value) =>
      typeof value === 'string' && value.length > 0 && value.length <= 200
        ? { value }
        : { issues: [{ message: 'not a connector id' }] },
  },
}

/** The connector that was used last, or `null`. */
export const remembered = (ctx: Context): string | null => ctx.storage.get(REMEMBERED, connectorId)
