// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
interface IRegistry { function resolver(bytes32 node) external view returns (address); }
interface INames { function name(bytes32 node) external view returns (string memory); function addr(bytes32 node) external view returns (address); }
/// Answers as ENS's Universal Resolver does where all records are on the chain: over the registry and resolvers of ENS's own deployment.
contract UniversalResolver {
  IRegistry public immutable registry;
  error ResolverNotFound(bytes name);
  error ResolverError(bytes errorData);
  error ReverseAddressMismatch(string primary, bytes primaryAddress);
  constructor(IRegistry r) { registry = r; }
  function nodeOf(bytes memory name, uint256 at) internal pure returns (bytes32) {
    uint256 size = uint8(name[at]);
    if (size == 0) return bytes32(0);
    bytes memory label = new bytes(size);
    for (uint256 i = 0; i < size; i++) label[i] = name[at + 1 + i];
    return keccak256(abi.encodePacked(nodeOf(name, at + 1 + size), keccak256(label)));
  }
  function resolveWithGateways(bytes memory name, bytes memory data, string[] memory) public view returns (bytes memory, address) {
    address resolver = registry.resolver(nodeOf(name, 0));
    if (resolver == address(0)) revert ResolverNotFound(name);
    (bool ok, bytes memory result) = resolver.staticcall(data);
    if (!ok) revert ResolverError(result);
    return (result, resolver);
  }
  function findResolver(bytes memory name) external view returns (address, bytes32, uint256) {
    bytes32 node = nodeOf(name, 0);
    return (registry.resolver(node), node, 0);
  }
  function hexOf(bytes memory value) internal pure returns (string memory) {
    bytes memory digits = '0123456789abcdef';
    bytes memory text = new bytes(value.length * 2);
    for (uint256 i = 0; i < value.length; i++) { text[2 * i] = digits[uint8(value[i]) >> 4]; text[2 * i + 1] = digits[uint8(value[i]) & 15]; }
    return string(text);
  }
  bytes32 constant ADDR_REVERSE = 0x91d1777781884d03a6757a803996e38de2a42967fb37eeaca72729271025a9e2;
  function dns(string memory name) internal pure returns (bytes memory out) {
    bytes memory text = bytes(name);
    out = new bytes(text.length + 2);
    uint256 start = 0;
    for (uint256 i = 0; i <= text.length; i++) {
      if (i < text.length && text[i] != '.') { out[i + 1] = text[i]; continue; }
      out[start] = bytes1(uint8(i - start));
      start = i + 1;
    }
  }
  function reverseWithGateways(bytes memory lookup, uint256 coinType, string[] memory) external view returns (string memory, address, address) {
    bytes32 node = keccak256(abi.encodePacked(ADDR_REVERSE, keccak256(bytes(hexOf(lookup)))));
    address reverseResolver = coinType == 60 ? registry.resolver(node) : address(0);
    if (reverseResolver == address(0)) return ('', address(0), address(0));
    string memory primary = INames(reverseResolver).name(node);
    if (bytes(primary).length == 0) return ('', address(0), reverseResolver);
    bytes32 forward = nodeOf(dns(primary), 0);
    address resolver = registry.resolver(forward);
    address found = resolver == address(0) ? address(0) : INames(resolver).addr(forward);
    if (keccak256(abi.encodePacked(found)) != keccak256(lookup)) revert ReverseAddressMismatch(primary, abi.encodePacked(found));
    return (primary, resolver, reverseResolver);
  }
}
