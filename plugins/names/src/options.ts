import { defineOptions, type OptionsOfSchema, textLike } from '@wallet-modal/kernel'

export const options = defineOptions({
  /** Parent domain of the names. The service `blockchain` must support this domain. Default: `reown.id`. */
  zone: textLike(/^[a-z\d-]{1,63}(\.[a-z\d-]{1,63})+$/, 'a domain such as "reown.id"'),
})

export type NamesOptions = OptionsOfSchema<typeof options>

export const DEFAULT_ZONE = 'reown.id'
