// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Resolver of names whose records are on another chain. A server reads the records from that chain and signs them (ERC-3668, ENSIP-10).
contract SignedResolver {
  error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);

  address public immutable signer;
  string[] public urls;

  constructor(address signer_, string[] memory urls_) {
    signer = signer_;
    urls = urls_;
  }

  function supportsInterface(bytes4 id) external pure returns (bool) {
    return id == 0x01ffc9a7 || id == 0x9061b923;
  }

  function resolve(bytes calldata, bytes calldata) external view returns (bytes memory) {
    revert OffchainLookup(address(this), urls, msg.data, this.accept.selector, msg.data);
  }

  /// `reply` is the record and a signature of the request together with the record.
  function accept(bytes calldata reply, bytes calldata request) external view returns (bytes memory) {
    (bytes memory record, uint8 v, bytes32 r, bytes32 s) = abi.decode(reply, (bytes, uint8, bytes32, bytes32));
    bytes32 digest = keccak256(abi.encode(address(this), keccak256(request), keccak256(record)));
    require(ecrecover(digest, v, r, s) == signer, 'wrong signature');
    return record;
  }
}
