import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { MAX_PASSKEYS } from './passkeys.js'
import { proofDigest } from './proofs.js'
import { createTestGateway, EMAIL, type Failure } from './routes.test.fixtures.js'

let gateway: ReturnType<typeof createTestGateway>
beforeEach(() => {
  gateway = createTestGateway()
})

describe('passkeys', () => {
  const secret = secp256k1.utils.randomSecretKey()
  const address = `0x${bytesToHex(keccak_256(secp256k1.getPublicKey(secret, false).slice(1)).slice(12))}`
  const record = { credentialId: 'A'.repeat(22), sealedShare: 'ab'.repeat(61) }
  const prove = (session: string, action: string, fields: readonly string[], key = secret) => {
    const bytes = secp256k1.sign(proofDigest(session, action, fields), key, { prehash: false, format: 'recovered' })
    return { yParity: bytes[0], r: `0x${bytesToHex(bytes.slice(1, 33))}`, s: `0x${bytesToHex(bytes.slice(33))}` }
  }
  const add = (session: string, more: object = {}) =>
    gateway.post(
      'passkeys',
      {
        ...record,
        proof: prove(session, 'add-passkey', [record.credentialId, record.sealedShare]),
        ...more,
      },
      session,
    )
  const withKey = async () => {
    const session = await gateway.logIn()
    await gateway.post('key', { address, share: 'ab'.repeat(33), recovery: 'cd'.repeat(61) }, session)
    return session
  }

  it('F6: the email address can only be changed with a proof of the account’s key for the new address', async () => {
    const session = await withKey()
    gateway.clock.now += 31_000
    const email = 'thief@shop.example'
    const change = (more: object) => gateway.post('email/change', { email, ...more }, session)
    const foreign = secp256k1.utils.randomSecretKey()
    expect((await change({})).status).toBe(403)
    expect((await change({ proof: prove(session, 'change-email', ['else@shop.example']) })).status).toBe(403)
    expect((await change({ proof: prove(session, 'change-email', [email], foreign) })).status).toBe(403)
    expect(gateway.mails).toHaveLength(1)
    expect((await change({ proof: prove(session, 'change-email', [email]) })).status).toBe(200)
  })

  it('F6: a change of the email address that began before the account had a key ends only with a proof of the key', async () => {
    const session = await gateway.logIn()
    const email = 'thief@shop.example'
    const change = async (more: object = {}) => {
      gateway.clock.now += 31_000
      return (await gateway.post('email/change', { email, ...more }, session)).body as { readonly change: string }
    }
    const enter = async (step: string, id: string, code = gateway.codeOf()) =>
      (await gateway.post(`email/change/${step}`, { change: id, code }, session)).status
    const begun = await change()
    expect(await enter('primary', begun.change)).toBe(200)
    const code = gateway.codeOf()
    gateway.clock.now += 31_000
    const owner = await gateway.logIn()
    await gateway.post('key', { address, share: 'ab'.repeat(33), recovery: 'cd'.repeat(61) }, owner)
    await change({ change: begun.change }) // is refused without a proof, and sends no code
    expect(await enter('secondary', begun.change, code)).toBe(403)
    expect(await gateway.get('me', owner)).toMatchObject({ email: EMAIL })
    const proven = await change({ change: begun.change, proof: prove(session, 'change-email', [email]) })
    expect(await enter('secondary', proven.change)).toBe(200)
  })

  it('are at most ten; a passkey that the account already has is replaced', async () => {
    const session = await withKey()
    const addAs = async (credentialId: string) => {
      const proof = prove(session, 'add-passkey', [credentialId, record.sealedShare])
      const { status, body } = await add(session, { credentialId, proof })
      return status === 200 ? status : (body as Failure).error.reason
    }
    const ids = Array.from({ length: MAX_PASSKEYS }, (_, at) => String(at).padStart(22, 'A'))
    for (const id of ids) expect(await addAs(id)).toBe(200)
    expect(await addAs('B'.repeat(22))).toBe('PASSKEYS_FULL')
    expect(await addAs(ids[3] ?? '')).toBe(200)
    const { passkeys } = (await gateway.get('passkeys', session)) as { readonly passkeys: readonly unknown[] }
    expect(passkeys).toHaveLength(MAX_PASSKEYS)
  })

  it('are not added with a proof that names another passkey', async () => {
    const session = await withKey()
    const proof = prove(session, 'add-passkey', ['B'.repeat(22), record.sealedShare])
    expect((await add(session, { proof })).status).toBe(403)
  })

  it.each([
    ['a signature of zeros', { r: `0x${'0'.repeat(64)}`, s: `0x${'0'.repeat(64)}`, yParity: 0 }],
    ['numbers above the order of the curve', { r: `0x${'f'.repeat(64)}`, s: `0x${'f'.repeat(64)}`, yParity: 1 }],
  ])('are refused, not failed, with %s', async (_, proof) => {
    expect((await add(await withKey(), { proof })).status).toBe(403)
  })

  it('are added to an account whose address is stored with a checksum', async () => {
    const session = await gateway.logIn()
    const upper = `0x${address.slice(2).toUpperCase()}`
    await gateway.post('key', { address: upper, share: 'ab'.repeat(33), recovery: 'cd'.repeat(61) }, session)
    expect((await add(session)).status).toBe(200)
  })

  it('are added and removed with a proof of the account’s key, and listed in all of its sessions', async () => {
    const session = await withKey()
    const addedAt = gateway.clock.now
    expect((await add(session, { addedAt: 1 })).status).toBe(200)
    gateway.clock.now += 31_000
    const second = await gateway.logIn()
    expect(await gateway.get('passkeys', second)).toEqual({ passkeys: [{ ...record, addedAt }] })
    const proof = prove(second, 'remove-passkey', [record.credentialId])
    await gateway.post('passkeys/remove', { credentialId: record.credentialId, proof }, second)
    expect(await gateway.get('passkeys', session)).toEqual({ passkeys: [] })
  })

  it('are listed without a date if an older gateway stored them', async () => {
    const session = await withKey()
    const { accountId } = (await gateway.get('me', session)) as { readonly accountId: string }
    await gateway.store.set(`passkeys:${accountId}`, [record])
    expect(await gateway.get('passkeys', session)).toEqual({ passkeys: [record] })
  })

  it('are not removed without a proof of the account’s key for this passkey', async () => {
    const session = await withKey()
    await add(session)
    const { credentialId } = record
    const remove = async (proof?: object) =>
      (await gateway.post('passkeys/remove', { credentialId, ...(proof && { proof }) }, session)).status
    const stranger = secp256k1.utils.randomSecretKey()
    expect(await remove()).toBe(400)
    expect(await remove(prove(session, 'remove-passkey', [credentialId], stranger))).toBe(403)
    expect(await remove(prove(session, 'remove-passkey', ['B'.repeat(22)]))).toBe(403)
    expect(await gateway.get('passkeys', session)).toMatchObject({ passkeys: [record] })
    expect(await remove(prove(session, 'remove-passkey', [credentialId]))).toBe(200)
  })

  it('are not added with a proof of another key, share, session or action', async () => {
    const session = await withKey()
    gateway.clock.now += 31_000
    const other = await gateway.logIn()
    const fields = [record.credentialId, record.sealedShare]
    const stranger = prove(session, 'add-passkey', fields, secp256k1.utils.randomSecretKey())
    expect((await add(session, { proof: stranger })).status).toBe(403)
    expect((await add(session, { sealedShare: 'cd'.repeat(61) })).status).toBe(403)
    expect((await add(session, { proof: prove(other, 'add-passkey', fields) })).status).toBe(403)
    expect((await add(session, { proof: prove(session, 'remove-passkey', fields) })).status).toBe(403)
    expect(await gateway.get('passkeys', session)).toEqual({ passkeys: [] })
  })
})
