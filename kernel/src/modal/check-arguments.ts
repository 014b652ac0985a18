import { fail } from '../errors/errors.js'

// Validates arguments of the site's calls, in development only.

const kindOf = (token: unknown): unknown => (Object(token) as { readonly kind?: unknown }).kind

export function checkConnect(connector: unknown, caipNetworkId: unknown): void {
  const { provider } = Object(connector) as { readonly provider?: unknown }
  if (typeof provider !== 'function') fail('INVALID_ARGUMENT', 'connect() takes a connector.')
  if (caipNetworkId !== undefined && typeof caipNetworkId !== 'string')
    fail('INVALID_ARGUMENT', 'connect() takes the CAIP-2 id of a network as "caipNetworkId".')
}

export function checkOpen(view: unknown): void {
  if (kindOf(view) !== 'view') fail('INVALID_ARGUMENT', 'open() takes { view, params } with a view token, or nothing.')
}

export function checkDisconnect(namespace: unknown, connectorId: unknown): void {
  if (namespace !== undefined && typeof namespace !== 'string')
    fail('INVALID_ARGUMENT', 'disconnect() takes the name of a namespace, or nothing.')
  if (connectorId !== undefined && (typeof connectorId !== 'string' || namespace === undefined))
    fail('INVALID_ARGUMENT', 'disconnect() takes the id of a connector after the name of its namespace.')
}

export function checkUse(plugin: unknown): void {
  const { spec } = Object(plugin) as { readonly spec?: { readonly name?: unknown } }
  if (typeof spec?.name !== 'string') fail('INVALID_ARGUMENT', 'use() takes a plugin, for example use(connect).')
}

export function checkOn(event: unknown, listener: unknown): void {
  if (kindOf(event) !== 'event' || typeof listener !== 'function')
    fail('INVALID_ARGUMENT', 'on() takes an event token and a function.')
}
