/** Ports of this machine. */
export interface LocalPorts {
  /** Nothing listens there at this moment, on any address. */
  isFree(port: number): Promise<boolean>;
}
