export const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^0x[\da-fA-F]{40}$/.test(value)
