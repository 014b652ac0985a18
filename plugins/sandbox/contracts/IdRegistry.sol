// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// The question that Farcaster's ID Registry answers: which id an address has the custody of. The first owner has id 1; an address without one has 0.
contract IdRegistry {
    mapping(address owner => uint256 id) public idOf;

    constructor(address[] memory owners) {
        for (uint256 i = 0; i < owners.length; i++) idOf[owners[i]] = i + 1;
    }
}
