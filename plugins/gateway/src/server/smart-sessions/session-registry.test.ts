import { isAddress, isHex, verifyMessage } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { memoryStore, type Store } from '../store.js'
import { actionMessage, createSessionRegistry, type SessionRegistry, type SignedText } from './session-registry.js'
import { revocationMessage, type SmartSession } from './session-routes.js'

const [owner, signer] = [generatePrivateKey(), generatePrivateKey()].map((key) => privateKeyToAccount(key))
const to = `0x${'ab'.repeat(20)}`
const limit = 100n

async function verify({ address, message, signature }: SignedText): Promise<boolean> {
  return isAddress(address) && isHex(signature) && verifyMessage({ address, message, signature })
}

/** A registry with a session that may send 100 wei, and a second registry on the same store, which stands for a second process. */
async function createRegistries(store: Store) {
  const [registry, other] = [createSessionRegistry({ store, verify }), createSessionRegistry({ store, verify })]
  if (!owner || !signer) throw new Error('There are no keys.')
  const message = JSON.stringify({
    account: `eip155:1:${owner.address}`,
    signer: signer.address,
    permissions: [{ type: 'native-token-transfer', data: { allowance: `0x${limit.toString(16)}` } }],
    project: { name: 'Shop' },
    expiry: Math.floor(Date.now() / 1000) + 3600,
    timestamp: Date.now(),
  })
  const signature = await owner.signMessage({ message })
  const grantTo = (one: SessionRegistry): Promise<SmartSession> => one.grant(message, signature)
  const { pci } = await grantTo(registry)
  const sign = async (value: bigint, number: number) => {
    const action = { pci, to, value }
    return { ...action, signature: await signer.signMessage({ message: actionMessage(action, number) }) }
  }
  const revoke = async (): Promise<void> =>
    registry.revoke(owner.address, {
      pci,
      signature: await owner.signMessage({ message: revocationMessage(pci, owner.address) }),
    })
  return { registry, other, grantTo, sign, revoke, pci, account: `eip155:1:${owner.address}` }
}

describe('the registry of smart sessions', () => {
  it('authorizes actions up to the limit of the session', async () => {
    const { registry, sign, account } = await createRegistries(memoryStore())
    expect(await registry.authorize(await sign(60n, 0))).toBe(account)
    await expect(registry.authorize(await sign(41n, 1))).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
    expect(await registry.authorize(await sign(40n, 1))).toBe(account)
  })

  it('refuses a negative amount, which would raise the remaining limit', async () => {
    const { registry, sign, account } = await createRegistries(memoryStore())
    await registry.authorize(await sign(100n, 0))
    await expect(registry.authorize(await sign(-50n, 1))).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
    await expect(registry.authorize(await sign(50n, 1))).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
    // the refused actions were not counted
    expect(await registry.authorize(await sign(0n, 1))).toBe(account)
  })

  it('authorizes an action once', async () => {
    const { registry, sign } = await createRegistries(memoryStore())
    const action = await sign(1n, 0)
    await registry.authorize(action)
    await expect(registry.authorize(action)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('a grant that is sent again, also to another process, adds no session and no limit', async () => {
    const { registry, other, grantTo, sign, pci, account } = await createRegistries(memoryStore())
    await registry.authorize(await sign(60n, 0))
    const again = await Promise.all([grantTo(registry), grantTo(other)])
    expect(again.map((session) => session.pci)).toEqual([pci, pci])
    expect((await registry.list(account)).map((session) => session.pci)).toEqual([pci])
    await expect(registry.authorize(await sign(41n, 1))).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  })

  it('a grant that is sent again does not restore a revoked session', async () => {
    const { registry, grantTo, sign, revoke, account } = await createRegistries(memoryStore())
    await revoke()
    await expect(grantTo(registry)).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
    expect(await registry.list(account)).toEqual([expect.objectContaining({ revokedAt: expect.any(Number) })])
    await expect(registry.authorize(await sign(1n, 0))).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  })

  it('authorizes one of two simultaneous actions if two processes share the store', async () => {
    const { registry, other, sign } = await createRegistries(memoryStore())
    const [action, second] = await Promise.all([sign(60n, 0), sign(60n, 0)])
    const outcomes = await Promise.allSettled([registry.authorize(action), other.authorize(second)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})
