/** Version of the plugin contract: `kernel: '^0.1'` is compatible. */
export const KERNEL_VERSION = { major: 0, minor: 1 } as const

/** Sent as `sv` with all requests to services. */
export const SDK_VERSION = `wallet-modal-${KERNEL_VERSION.major}.${KERNEL_VERSION.minor}`
