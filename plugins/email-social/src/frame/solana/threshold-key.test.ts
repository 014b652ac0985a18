import { ed25519, ed25519_FROST } from '@noble/curves/ed25519.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { Keypair } from '@solana/web3.js-1'
import { describe, expect, it } from 'vitest'
import {
  beginKey,
  finishKey,
  type KeyShare,
  publicKeyOf,
  readShare,
  signTogether,
  writeShare,
} from './threshold-key.js'

const [frame, gateway] = [1, 2].map((one) => ed25519_FROST.Identifier.fromNumber(one)) as [string, string]
const SIGNERS = { min: 2, max: 2 }
const message = new TextEncoder().encode('what both sign')

/** Gateway's answer to the commitments of the frame (rounds 1 and 2 of the key generation). */
function answerTo({ commitments }: ReturnType<typeof beginKey>, identifier = gateway) {
  const { public: round1, secret } = ed25519_FROST.DKG.round1(identifier, SIGNERS)
  const theirs = {
    identifier: frame,
    commitment: commitments.commitment.map(hexToBytes),
    proofOfKnowledge: hexToBytes(commitments.proofOfKnowledge),
  }
  const shares = identifier === gateway ? ed25519_FROST.DKG.round2(secret, [theirs]) : {}
  const answer = {
    commitment: round1.commitment.map(bytesToHex),
    proofOfKnowledge: bytesToHex(round1.proofOfKnowledge),
    signingShare: bytesToHex(shares[frame]?.signingShare ?? new Uint8Array(32).fill(1)),
  }
  return { answer, secret, theirs }
}

/** Makes a key with an honest gateway. Returns the frame's share and the gateway's key. */
function makeKey() {
  const begun = beginKey()
  const { answer, secret, theirs } = answerTo(begun)
  const { share, forGateway } = finishKey(begun.secret, answer)
  const key = ed25519_FROST.DKG.round3(secret, [theirs], [{ identifier: frame, signingShare: hexToBytes(forGateway) }])
  return { share, key }
}
type GatewayKey = ReturnType<typeof makeKey>['key']
type Ask = Parameters<typeof signTogether>[2]

/** Honest answer of the gateway, which signs `signed`. */
const honest =
  ({ secret, public: group }: GatewayKey, signed = message): Ask =>
  async ({ hiding, binding }) => {
    const own = ed25519_FROST.commit(secret)
    const theirs = { identifier: frame, hiding: hexToBytes(hiding), binding: hexToBytes(binding) }
    const part = ed25519_FROST.signShare(secret, group, own.nonces, [theirs, own.commitments], signed)
    const { commitments } = own
    return {
      nonces: { hiding: bytesToHex(commitments.hiding), binding: bytesToHex(commitments.binding) },
      part: bytesToHex(part),
    }
  }

describe('a key that the frame makes with a gateway', () => {
  it('makes valid Ed25519 signatures, also after its share was serialized and parsed', async () => {
    const { share, key } = makeKey()
    const signature = await signTogether(readShare(writeShare(share)), message, honest(key))
    expect(ed25519.verify(signature, message, hexToBytes(publicKeyOf(share)))).toBe(true)
    expect(publicKeyOf(share)).toBe(bytesToHex(key.public.commitments[0] ?? new Uint8Array()))
  })

  it('is the combination of both shares; the frame’s share contains neither the key nor the gateway’s share', () => {
    const { share, key } = makeKey()
    const shares = [{ identifier: frame, signingShare: hexToBytes(share.signingShare) }, key.secret]
    const whole = ed25519_FROST.combineSecret(shares, SIGNERS)
    const point = ed25519.Point.BASE.multiply(ed25519_FROST.utils.Fn.fromBytes(whole))
    expect(bytesToHex(point.toBytes())).toBe(publicKeyOf(share))
    expect(JSON.stringify(share)).not.toContain(bytesToHex(whole))
    expect(JSON.stringify(share)).not.toContain(bytesToHex(key.secret.signingShare))
  })

  it('cannot be imported into a wallet: its scalar is refused as a secret key, and as a seed gives another account', () => {
    const { share, key } = makeKey()
    const shares = [{ identifier: frame, signingShare: hexToBytes(share.signingShare) }, key.secret]
    const scalar = ed25519_FROST.combineSecret(shares, SIGNERS)
    const publicKey = hexToBytes(publicKeyOf(share))
    expect(() => Keypair.fromSecretKey(Uint8Array.of(...scalar, ...publicKey))).toThrow('invalid')
    expect(Keypair.fromSeed(scalar).publicKey.toBytes()).not.toEqual(publicKey)
  })

  it('is not made if the gateway’s values are inconsistent', () => {
    const begun = beginKey()
    const { answer } = answerTo(begun)
    const last = answer.signingShare.slice(0, -4)
    expect(() => finishKey(begun.secret, { ...answer, signingShare: `${last}0000` })).toThrow()
    const other = answerTo(beginKey()).answer
    const mixed = { ...answer, proofOfKnowledge: other.proofOfKnowledge }
    expect(() => finishKey(beginKey().secret, mixed)).toThrow('proof of knowledge')
  })

  it('is not made if the gateway returns the frame’s commitments or uses the frame’s identifier', () => {
    const begun = beginKey()
    const mirrored = { ...begun.commitments, signingShare: '01'.repeat(32) }
    expect(() => finishKey(begun.secret, mirrored)).toThrow('proof of knowledge')
    const again = beginKey()
    expect(() => finishKey(again.secret, answerTo(again, frame).answer)).toThrow('proof of knowledge')
  })
})

describe('a signature that the frame makes with a gateway', () => {
  /** Signs the message. Returns the nonces that the frame sent, and the outcome. */
  async function attempt(share: KeyShare, ask: Ask) {
    const sent: string[] = []
    const outcome = await signTogether(share, message, async (nonces) => {
      sent.push(nonces.hiding, nonces.binding)
      return ask(nonces)
    }).then(
      () => 'signed',
      (error: Error) => error.message,
    )
    return { sent, outcome }
  }

  it('is refused if the gateway signs another message, uses another key, or returns an invalid signature share', async () => {
    const { share, key } = makeKey()
    const other = honest(key, new TextEncoder().encode('something else'))
    expect((await attempt(share, other)).outcome).toBe('The gateway has not signed this message.')
    const wrong: Ask = async (nonces) => ({ ...(await honest(key)(nonces)), part: `01${'00'.repeat(31)}` })
    expect((await attempt(share, wrong)).outcome).toBe('The gateway has not signed this message.')
    const stranger = makeKey().key
    expect((await attempt(share, honest(stranger))).outcome).not.toBe('signed')
  })

  it('is refused if the gateway’s nonces are the identity or the frame’s own', async () => {
    const { share, key } = makeKey()
    const zero = `01${'00'.repeat(31)}`
    const identity: Ask = async (nonces) => ({
      ...(await honest(key)(nonces)),
      nonces: { hiding: zero, binding: zero },
    })
    expect((await attempt(share, identity)).outcome).not.toBe('signed')
    const mirror: Ask = async (nonces) => ({ ...(await honest(key)(nonces)), nonces })
    expect((await attempt(share, mirror)).outcome).not.toBe('signed')
  })

  it('has new nonces each time, also for failed and concurrent signatures', async () => {
    const { share, key } = makeKey()
    const fails: Ask = async () => {
      throw new Error('The gateway does not answer.')
    }
    const attempts = await Promise.all([
      ...[honest(key), fails, fails, honest(key)].map((ask) => attempt(share, ask)),
      attempt(share, honest(key)),
    ])
    const sent = attempts.flatMap((one) => one.sent)
    expect(new Set(sent).size).toBe(10)
    expect(attempts.filter(({ outcome }) => outcome === 'signed')).toHaveLength(3)
  })
})
