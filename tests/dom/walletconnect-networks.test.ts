// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { EVM, everything, KUSAMA, POLKADOT, REGTEST, SOLANA, SOLANA_TEST } from '../e2e/support/paired.js'
import { nobody, stageDesks } from './support/desktop-modals.js'

const stage = stageDesks()
const { open, settled, all } = stage

describe('the networks of a session', () => {
  const approved = () =>
    stage.desk.modal.connections
      .adapter('eip155')
      .connectors.peek()
      .find(({ id }) => id === 'walletConnect')
      ?.approved?.peek()
  const networkOf = (namespace: string) => {
    const now = stage.desk.modal.connections.adapter(namespace).state.peek()
    return now.status === 'connected' ? now.caipNetworkId : now.status
  }

  it('are exposed, and a switch to any other network is refused with a reason', async () => {
    open()
    stage.phone.grant([EVM[0], SOLANA, KUSAMA, REGTEST])
    await stage.desk.pair(stage.phone)
    await expect
      .poll(() => ['eip155', 'solana', 'polkadot', 'bip122'].map(networkOf))
      .toEqual([EVM[0], SOLANA, KUSAMA, REGTEST])
    expect(approved()?.toSorted()).toEqual([EVM[0], SOLANA, KUSAMA, REGTEST].toSorted())
    await expect(stage.desk.modal.switchNetwork(EVM[1])).rejects.toMatchObject({
      message: expect.stringContaining('did not authorize this site for the requested network'),
    })
    await expect(stage.desk.modal.switchNetwork(SOLANA_TEST)).rejects.toThrow(/does not offer Solana Test/)
    await expect(stage.desk.modal.switchNetwork(POLKADOT)).rejects.toThrow(/no account that can be used on Polkadot/)
    expect(['eip155', 'solana', 'polkadot'].map(networkOf)).toEqual([EVM[0], SOLANA, KUSAMA])
    expect(stage.phone.asked.filter(({ method }) => /^wallet_/.test(method))).toEqual([])
  })

  it('follow a session_update that adds networks, removes some, or removes a whole family', async () => {
    open()
    stage.phone.grant([EVM[0], SOLANA])
    await stage.desk.pair(stage.phone)
    await settled({ ...nobody, eip155: stage.phone.address, solana: stage.phone.addressOf(SOLANA) })
    await stage.phone.update([...EVM, SOLANA, SOLANA_TEST])
    await expect.poll(() => approved()?.length).toBe(4)
    expect(await stage.desk.modal.switchNetwork(EVM[1])).toEqual({ status: 'switched' })
    expect(await stage.desk.modal.switchNetwork(SOLANA_TEST)).toEqual({ status: 'switched' })
    await stage.phone.update([EVM[0], SOLANA])
    await expect.poll(() => networkOf('eip155')).toBe(EVM[0])
    await expect.poll(() => networkOf('solana')).toBe(SOLANA)
    await stage.phone.update([...EVM])
    await settled({ ...nobody, eip155: stage.phone.address })
    expect(stage.phone.sessions()).toHaveLength(1)
  })

  it('a family that the wallet adds is connected, unless the visitor disconnected it', async () => {
    open()
    stage.phone.grant([EVM[0]])
    await stage.desk.pair(stage.phone)
    await settled({ ...nobody, eip155: stage.phone.address })
    await stage.phone.update([EVM[0], SOLANA])
    await settled({ ...nobody, eip155: stage.phone.address, solana: stage.phone.addressOf(SOLANA) })
    await stage.desk.modal.disconnect('solana')
    await stage.phone.update([...EVM, SOLANA, POLKADOT])
    await settled({ ...nobody, eip155: stage.phone.address, polkadot: stage.phone.addressOf(POLKADOT) })
  })

  it('a chainChanged event switches only its own family, and only to an approved network', async () => {
    open()
    stage.phone.grant(everything)
    await stage.desk.pair(stage.phone)
    await settled(all())
    await stage.phone.emit('chainChanged', 31338, EVM[1])
    await expect.poll(() => networkOf('eip155')).toBe(EVM[1])
    await stage.phone.emit('chainChanged', 1, EVM[0])
    await expect.poll(() => networkOf('eip155')).toBe(EVM[0])
    expect(['solana', 'polkadot', 'bip122'].map(networkOf)).toEqual([SOLANA, POLKADOT, REGTEST])
  })
})
