/** Of the contract that plugins are written for: `kernel: '^0.1'` fits. */
export const KERNEL_VERSION = { major: 0, minor: 1 } as const

/** Sent as `sv` with every request to a service. */
export const SDK_VERSION = `wallet-modal-${KERNEL_VERSION.major}.${KERNEL_VERSION.minor}`
