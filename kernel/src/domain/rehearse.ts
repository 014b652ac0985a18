import type { Context } from '../plugin.js'
import { signal } from '../signals.js'
import type { NamespaceDriver } from './adapter.js'
import { NOTHING } from './connection.js'
import type { Connector } from './connector.js'
import type { createMachine } from './machine.js'

const nothing = (): void => {}

/** Connects the driver's stand-in once: nothing is stored, told or shown. */
export async function rehearse<Provider>(
  ctx: Context,
  driver: NamespaceDriver<Provider>,
  create: typeof createMachine<Provider>,
): Promise<void> {
  const { standIn, namespace } = driver
  if (!standIn) return
  const quiet: Context = {
    ...ctx,
    emit: nothing,
    onDispose: nothing,
    storage: { get: () => null, set: nothing, remove: nothing, watch: () => nothing },
  }
  const connector: Connector = {
    id: 'stand-in',
    name: 'stand-in',
    type: 'EXTERNAL',
    namespaces: [namespace],
    provider: async () => standIn,
  }
  const machine = create(quiet, driver, {
    state: signal(NOTHING),
    connectors: signal([]),
    networks: ctx.networks,
    news: async () => ({ accounts: nothing, network: nothing, disconnected: nothing }),
  })
  try {
    await machine.connect(connector)
  } finally {
    await machine.disconnect() // what the driver listens to ends here
  }
}
