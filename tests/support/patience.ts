import { vi } from 'vitest'

// a busy machine needs more than the default of one second
const { waitFor } = vi
vi.waitFor = (look, options = {}) =>
  waitFor(look, typeof options === 'number' ? options : { timeout: 10_000, ...options })
