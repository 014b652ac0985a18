import type { WalletModalError } from '../errors/errors.js'
import { type Contributed, type ModalAccess, modalAccess } from './modal-access.js'
import type { Context } from './plugin.js'
import { type Slot, slot } from './token.js'

/** Internals of the modal that a context belongs to. `undefined` if the modal's services are not loaded yet. */
export const accessOf = (ctx: Context): ModalAccess | undefined => ctx.all(modalAccess).peek()[0]

/** Current items of a slot, in order. Reads no signals if the modal's services are loaded. */
export function contributionsOf<T>(ctx: Context, slot: Slot<T>): readonly Contributed<T>[] {
  const access = accessOf(ctx)
  if (!access)
    return ctx
      .all(slot)
      .peek()
      .map((item) => ({ item, owner: '', failed: ctx.log.warn }))
  const contributions: Contributed<T>[] = []
  access.visit(slot, (item, { owner, failed }) => {
    contributions.push({ item, owner, failed })
  })
  return contributions
}

/** Adds an error to `modal.errors`. Only logs it if the modal's services are not loaded yet. */
export const reportFrom = (ctx: Context, error: WalletModalError): void => {
  const access = accessOf(ctx)
  if (access) access.report(error)
  else ctx.log.warn(error)
}

const probes = slot<object>('@wallet-modal/kernel#probes')

/** Name of the plugin that a context belongs to. Empty if the modal's services are not loaded yet. */
export function pluginOf(ctx: Context): string {
  const probe = {}
  const remove = ctx.add(probes, probe)
  const owner = contributionsOf(ctx, probes).find(({ item }) => item === probe)?.owner ?? ''
  remove()
  return owner
}
