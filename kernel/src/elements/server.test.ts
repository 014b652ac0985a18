// @vitest-environment node
import { expect, it } from 'vitest'

it('A6: importing and calling defineElements on a server does not throw', async () => {
  expect(typeof customElements).toBe('undefined')
  const { defineElements } = await import('./index.js')
  const { createWalletModal } = await import('../index.js')
  using modal = createWalletModal({ plugins: [] })
  expect(() => defineElements(modal)).not.toThrow()
})
