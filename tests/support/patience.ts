import { vi } from 'vitest'

// a busy machine takes longer than the second that is the default
const { waitFor } = vi
vi.waitFor = (look, options = {}) =>
  waitFor(look, typeof options === 'number' ? options : { timeout: 10_000, ...options })
