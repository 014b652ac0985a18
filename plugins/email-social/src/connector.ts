/** Id of the connector, stored to reconnect. */
export const CONNECTOR_ID = 'email'
