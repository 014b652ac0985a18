import { expect, it } from 'vitest'
import { createKey, withKey } from './key.js'

it('any two of the three shares give the key of the address', async () => {
  const { address, device, server, recovery } = await createKey()
  const pairs = [
    [device, server],
    [device, recovery],
    [server, recovery],
  ] as const
  const keys = []
  for (const [one, other] of pairs) keys.push(await withKey([one.slice(), other.slice()], address, (key) => key.join()))
  expect(new Set(keys).size).toBe(1)
})

it('shares of two accounts, or a changed share, sign nothing', async () => {
  const [mine, theirs] = [await createKey(), await createKey()]
  const use = () => {
    throw new Error('The key was used.')
  }
  const message = 'The shares do not belong to this account.'
  await expect(withKey([mine.device.slice(), theirs.server], mine.address, use)).rejects.toThrow(message)
  const changed = mine.server.map((byte, at) => (at === 0 ? byte ^ 1 : byte))
  await expect(withKey([mine.device.slice(), changed], mine.address, use)).rejects.toThrow(message)
  await expect(withKey([mine.device, mine.server], theirs.address, use)).rejects.toThrow(message)
})

it('the key and the shares are overwritten after the use, also if it fails', async () => {
  for (const fails of [false, true]) {
    const { address, device, server } = await createKey()
    let used: Uint8Array = new Uint8Array()
    const answer = withKey([device, server], address, (key) => {
      used = key
      expect(key.some((byte) => byte !== 0)).toBe(true)
      if (fails) throw new Error('failed')
    })
    await answer.catch(() => undefined)
    for (const secret of [used, device, server]) expect(secret).toEqual(new Uint8Array(secret.length))
    expect(used).toHaveLength(32)
  }
})
