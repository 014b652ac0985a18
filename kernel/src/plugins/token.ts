declare const phantom: unique symbol

/**
 * Globally unique name with a type. Tokens are compared by name, so tokens of two bundled copies of a package are equal. Names have the form
 * `package#thing`, for example `@wallet-modal/connect#AllWallets`.
 */
export interface Token<Kind extends string, T> {
  readonly kind: Kind
  readonly name: string
  readonly [phantom]?: (value: T) => T
}

/** Ordered list with many contributors, read as one signal. */
export type Slot<T> = Token<'slot', T>
/** Service with exactly one provider. Other plugins require it, or use it if it is provided. */
export type Capability<T> = Token<'capability', T>
/** Notification. Listeners return nothing. */
export type EventToken<T> = Token<'event', T>
/** Screen of the modal, with typed params and a typed result. */
export type View<Params = void, Result = void> = Token<'view', [Params, Result]>

/** View without required params and with an unused result. */
export interface PlainView {
  readonly kind: 'view'
  readonly name: string
  // biome-ignore lint/suspicious/noExplicitAny: the result type is erased
  readonly [phantom]?: (value: [undefined, any]) => any
}

// Tokens whose type parameters are erased, for collections.
// biome-ignore lint/suspicious/noExplicitAny: these types are erased
export type AnyView = View<any, any>
// biome-ignore lint/suspicious/noExplicitAny: these types are erased
export type AnySlot = Slot<any>
// biome-ignore lint/suspicious/noExplicitAny: these types are erased
export type AnyCapability = Capability<any>
// biome-ignore lint/suspicious/noExplicitAny: these types are erased
export type AnyEvent = EventToken<any>
// biome-ignore lint/suspicious/noExplicitAny: these types are erased
export type AnyListener = (payload: any) => unknown

/** Payload arguments: none for `void`, optional if `undefined` is allowed. */
export type Payload<T> = [T] extends [void] ? [] : undefined extends T ? [payload?: T] : [payload: T]

/* @__NO_SIDE_EFFECTS__ */
export function slot<T>(name: string): Slot<T> {
  return { kind: 'slot', name }
}
/* @__NO_SIDE_EFFECTS__ */
export function capability<T>(name: string): Capability<T> {
  return { kind: 'capability', name }
}
/* @__NO_SIDE_EFFECTS__ */
export function event<T = void>(name: string): EventToken<T> {
  return { kind: 'event', name }
}
/* @__NO_SIDE_EFFECTS__ */
export function view<Params = void, Result = void>(name: string): View<Params, Result> {
  return { kind: 'view', name }
}
