import { expect, it, vi } from 'vitest'
import { createSecrets, randomCode } from './secrets.js'

const secrets = createSecrets(new Uint8Array(32).fill(7))

it('refuses a key of less than 32 bytes', () => {
  expect(() => createSecrets(new Uint8Array(31).fill(7))).toThrow('"encryptionKey" needs at least 32 bytes.')
})

it('a hash depends on its purpose, and matches for this purpose, value and key only', async () => {
  const hash = await secrets.hash('request', '123456')
  expect(await secrets.hash('other', '123456')).not.toBe(hash)
  expect(await secrets.matches('request', '123456', hash)).toBe(true)
  expect(await secrets.matches('request', '123457', hash)).toBe(false)
  expect(await secrets.matches('other', '123456', hash)).toBe(false)
  expect(await createSecrets(new Uint8Array(32).fill(8)).matches('request', '123456', hash)).toBe(false)
})

it('an encrypted text can be read under its own name only', async () => {
  const sealed = await secrets.sealText('one', 'visitor@shop.example')
  expect(await secrets.openText('one', sealed)).toBe('visitor@shop.example')
  await expect(secrets.openText('two', sealed)).rejects.toThrow()
})

it('a random number that would make some codes more likely than others is drawn again', () => {
  const drawn = [4_294_967_295, 4_294_000_000, 4_293_999_999]
  const draw = vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    Object.assign(array ?? {}, { 0: drawn.shift() ?? 0 })
    return array
  })
  expect(randomCode()).toBe('999999')
  draw.mockRestore()
})
