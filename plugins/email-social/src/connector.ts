/** Id of the connector. Must not change: the kernel stores it to reconnect. */
export const CONNECTOR_ID = 'email'
