// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Stand-in for Farcaster's ID Registry: maps a custody address to its id. The first owner has id 1; other addresses have 0.
contract IdRegistry {
    mapping(address owner => uint256 id) public idOf;

    constructor(address[] memory owners) {
        for (uint256 i = 0; i < owners.length; i++) idOf[owners[i]] = i + 1;
    }
}
