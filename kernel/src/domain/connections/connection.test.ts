import { describe, expect, test } from 'vitest'
import { signal } from '../../signals.js'
import { type Connected, createNamespaceConnections, NO_CONNECTIONS } from './connection.js'

const account = { address: 'fake-1', type: 'eoa' } as const
const found = (connectorId: string): Connected => ({
  status: 'connected',
  connectorId,
  connectorName: connectorId,
  accounts: [account],
  account,
  caipNetworkId: 'fake:1',
  provider: null,
})
const create = () => {
  const all = signal(NO_CONNECTIONS)
  const connections = createNamespaceConnections(all)
  return { all, connections, state: { peek: () => all.peek().state } }
}

describe('an outdated connection attempt', () => {
  test('neither succeeds nor fails after a newer attempt replaced it, and is aborted', () => {
    const { state, connections } = create()
    const old = connections.begin('connecting', 'old')
    const fresh = connections.begin('connecting', 'fresh')
    expect([old.signal.aborted, fresh.signal.aborted]).toEqual([true, false])
    const before = state.peek()
    expect([old.succeed(found('old')), old.fail()]).toEqual([false, false])
    old.suspend()
    expect(state.peek()).toBe(before)
    expect(fresh.succeed(found('fresh'))).toBe(true)
    expect(state.peek()).toMatchObject({ status: 'connected', connectorId: 'fresh' })
  })

  test('neither succeeds nor fails after a disconnect', () => {
    const { state, connections } = create()
    const attempt = connections.begin('connecting', 'old')
    connections.end()
    expect([attempt.succeed(found('old')), attempt.fail()]).toEqual([false, false])
    expect(state.peek()).toEqual({ status: 'disconnected' })
  })
})

test('an attempt can fail or succeed only once', () => {
  const { connections } = create()
  const attempt = connections.begin('connecting', 'a')
  expect([attempt.fail(), attempt.fail(), attempt.succeed(found('a'))]).toEqual([true, false, false])
})

test('a suspended attempt restores the previous state and still accepts a reply', () => {
  const { state, connections } = create()
  const attempt = connections.begin('reconnecting', 'late')
  attempt.suspend()
  expect(state.peek()).toEqual({ status: 'disconnected' })
  expect(attempt.succeed(found('late'))).toBe(true)
  expect(state.peek()).toMatchObject({ status: 'connected', connectorId: 'late' })
})

test('a connection can change during an attempt, and is active again when the attempt fails', () => {
  const { state, connections } = create()
  connections.begin('connecting', 'a').succeed(found('a'))
  const attempt = connections.begin('connecting', 'b')
  connections.update('a', { caipNetworkId: 'fake:2' })
  const inUse = connections.active()
  expect(inUse).toMatchObject({ connectorId: 'a', caipNetworkId: 'fake:2' })
  expect(state.peek()).toEqual({ status: 'connecting', connectorId: 'b', active: inUse })
  attempt.fail()
  expect(state.peek()).toMatchObject({ connectorId: 'a', caipNetworkId: 'fake:2' })
  expect(Object.isFrozen(state.peek())).toBe(true)
})

test('a connection that was removed during an attempt is not restored', () => {
  const { state, connections } = create()
  connections.begin('connecting', 'a').succeed(found('a'))
  const attempt = connections.begin('connecting', 'b')
  connections.remove('a')
  expect(state.peek()).toEqual({ status: 'connecting', connectorId: 'b' })
  attempt.fail()
  expect(state.peek()).toEqual({ status: 'disconnected' })
})
