import type { Connector } from '../domain/connections/connector.js'
import { checkNetwork, type Network } from '../domain/network.js'
import {
  accountActions,
  accountTabs,
  closeGuards,
  connectGates,
  connectMethods,
  connectors,
  type Endpoint,
  endpoints,
  networks,
  openingViews,
  persistentElements,
} from '../domain/slots.js'
import { fail, quote, WalletModalError } from '../errors/errors.js'
import { checkFields, isText, type Rule } from './check.js'
import type { PluginInstance } from './plugin.js'
import { readValue, type SlotRules } from './slots.js'
import type { AnySlot } from './token.js'

const isFunction = (value: unknown): boolean => typeof value === 'function'
const isSignal = (value: unknown): boolean => isFunction(Object(value).peek)

const id: Rule = ['id', isText, 'a text', true]
const view: Rule = ['view', (value) => Object(value).kind === 'view', 'a view token', true]
const label: Rule = ['label', isSignal, 'a signal of a text', true]

const fieldCheck =
  (kind: string, ...rules: readonly Rule[]) =>
  (item: unknown): undefined => {
    checkFields('INVALID_DATA', `in ${kind} `, Object(item), rules)
  }

/** Checks of the kernel's slots by slot name. A check throws for an invalid item. It returns the id of an item whose id must be unique. */
const checks: Readonly<Record<string, (item: unknown) => string | undefined>> = {
  [connectors.name](item) {
    const { id, name, namespaces, provider } = item as Connector
    if (
      typeof id === 'string' &&
      id &&
      typeof name === 'string' &&
      Array.isArray(namespaces) &&
      typeof provider === 'function'
    )
      return id
    return fail('INVALID_DATA', 'a connector needs "id", "name", "namespaces" and "provider()"')
  },
  [endpoints.name](item) {
    if (!/^(https?|wss?):\/\//.test(String((item as Endpoint).url)))
      fail('INVALID_DATA', 'an endpoint needs an http(s) or ws(s) "url"')
    return undefined
  },
  [networks.name](item) {
    checkNetwork(item as Network)
    return undefined
  },
  [closeGuards.name]: (item) =>
    isFunction(item) ? undefined : fail('INVALID_DATA', 'a close guard must be a function'),
  [openingViews.name]: fieldCheck('an opening view', view, ['when', isFunction, 'a function', true]),
  [persistentElements.name]: fieldCheck('a persistent element', id, ['create', isFunction, 'a function', true]),
  [connectMethods.name]: fieldCheck('a connect method', view),
  [connectGates.name]: fieldCheck('a connect gate', view, ['isOpen', isSignal, 'a signal', true]),
  [accountTabs.name]: fieldCheck('an account tab', id, label, view),
  [accountActions.name]: fieldCheck('an account action', id, label, ['run', isFunction, 'a function', true]),
}

/**
 * Validates slot items. If several plugins contribute a connector with the same id, only the connector of the plugin that is first in the site's
 * list is listed.
 */
export function slotRules(report: (error: WalletModalError) => void, instances: readonly PluginInstance[]): SlotRules {
  const plugins = instances.map(({ plugin }) => plugin.spec.name)
  const reported = new Set<string>()
  const keyOf = (slot: AnySlot, item: unknown): string | undefined =>
    Object.hasOwn(checks, slot.name) ? checks[slot.name]?.(item) : undefined
  /** Key of another plugin's contribution. `undefined` if it is invalid or cannot be read: that is reported when it is read for itself. */
  const validKeyOf = (slot: AnySlot, value: unknown): string | undefined => {
    try {
      return keyOf(slot, readValue(value))
    } catch {
      return undefined
    }
  }
  return {
    allow(slot, item, owner, contributions) {
      const key = keyOf(slot, item)
      if (key === undefined) return true
      const [first = owner] = contributions
        .filter(({ value }) => validKeyOf(slot, value) === key)
        .map((one) => one.owner)
        .sort((a, b) => plugins.indexOf(a) - plugins.indexOf(b))
      if (first === owner) return true
      const message = `"${first}" and "${owner}" both contribute a connector with the id ${quote(key)}. Only the first is listed.`
      if (!reported.has(message))
        queueMicrotask(() => report(new WalletModalError('DUPLICATE_CONNECTOR', message, { plugin: owner }))) // no signal may be written during a read
      reported.add(message)
      return false
    },
  }
}
