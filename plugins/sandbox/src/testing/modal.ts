/** What is needed of a locator of Playwright. */
export interface LocatorLike<L> {
  getByRole(role: 'button', options: { readonly name: string | RegExp; readonly exact?: boolean }): L
  click(): Promise<unknown>
  waitFor(options: { readonly state: 'visible' | 'hidden' }): Promise<unknown>
}

/** What is needed of a page of Playwright, whose locators see into the modal's shadow root. */
export interface PageLike<L> {
  getByRole(role: 'dialog'): L
}

/** The modal of a page, as its visitor uses it. Each step waits for what it needs, as steps of Playwright do. */
export interface ModalSteps<L> {
  /** The modal itself, for what a test looks at. */
  readonly dialog: L
  /** A button or row in the modal, by its name or a part of it. */
  row(name: string | RegExp): L
  /** Chooses a wallet, for the chain family of this name where the modal asks for one, and waits until the modal has closed. */
  connect(wallet: string | RegExp, options?: { readonly family?: string | RegExp }): Promise<void>
  /** Agrees on the sheet of the sandbox's own wallet. */
  approve(): Promise<void>
  /** Refuses there. */
  reject(): Promise<void>
  close(): Promise<void>
}

/**
 * The modal that is open in a page of Playwright, or opens next.
 *
 * ```ts
 * await modal(page).connect('Zephyr')
 * ```
 */
export function modal<L extends LocatorLike<L>>(page: PageLike<L>): ModalSteps<L> {
  const dialog = page.getByRole('dialog')
  const row = (name: string | RegExp): L => dialog.getByRole('button', { name })
  const press = async (name: string): Promise<void> => {
    await dialog.getByRole('button', { name, exact: true }).click()
  }
  return {
    dialog,
    row,
    async connect(wallet, { family } = {}) {
      await row(wallet).click()
      if (family !== undefined) await row(family).click()
      await dialog.waitFor({ state: 'hidden' })
    },
    approve: () => press('Approve'),
    reject: () => press('Reject'),
    async close() {
      await press('Close')
      await dialog.waitFor({ state: 'hidden' })
    },
  }
}
