// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Replacement for Farcaster's ID Registry: maps a custody address to its Farcaster id. Owners get the ids 1, 2, and so on; other addresses have 0.
contract IdRegistry {
    mapping(address owner => uint256 id) public idOf;

    constructor(address[] memory owners) {
        for (uint256 i = 0; i < owners.length; i++) idOf[owners[i]] = i + 1;
    }
}
