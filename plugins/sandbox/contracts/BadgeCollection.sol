// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "./TilePicture.sol";

/// ERC-1155 collection. Each holder gets one badge of kind 1 and five of kind 2.
contract BadgeCollection {
    event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value);
    event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values);
    event ApprovalForAll(address indexed account, address indexed operator, bool approved);

    string public constant name = "Sandbox Badges";
    mapping(address account => mapping(uint256 id => uint256)) private held;
    mapping(address account => mapping(address operator => bool)) public isApprovedForAll;

    constructor(address[] memory holders) {
        for (uint256 i = 0; i < holders.length; i++) {
            mint(holders[i], 1, 1);
            mint(holders[i], 2, 5);
        }
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0xd9b67a26 || id == 0x0e89341c;
    }

    function uri(uint256 id) external pure returns (string memory) {
        return TilePicture.uri("Sandbox Badge", id, '<circle cx="48" cy="48" r="32"/>');
    }

    function balanceOf(address account, uint256 id) external view returns (uint256) {
        return held[account][id];
    }

    function balanceOfBatch(address[] calldata accounts, uint256[] calldata ids) external view returns (uint256[] memory amounts) {
        require(accounts.length == ids.length, "lists of different length");
        amounts = new uint256[](ids.length);
        for (uint256 i = 0; i < ids.length; i++) amounts[i] = held[accounts[i]][ids[i]];
    }

    /// Anybody may mint: this collection exists on development chains only.
    function mint(address to, uint256 id, uint256 value) public {
        held[to][id] += value;
        emit TransferSingle(msg.sender, address(0), to, id, value);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes calldata extra) external {
        move(from, to, id, value);
        emit TransferSingle(msg.sender, from, to, id, value);
        if (to.code.length == 0) return;
        bytes4 answer = BadgeReceiver(to).onERC1155Received(msg.sender, from, id, value, extra);
        require(answer == 0xf23a6e61, "the receiver does not take badges");
    }

    function safeBatchTransferFrom(address from, address to, uint256[] calldata ids, uint256[] calldata values, bytes calldata extra)
        external
    {
        require(ids.length == values.length, "lists of different length");
        for (uint256 i = 0; i < ids.length; i++) move(from, to, ids[i], values[i]);
        emit TransferBatch(msg.sender, from, to, ids, values);
        if (to.code.length == 0) return;
        bytes4 answer = BadgeReceiver(to).onERC1155BatchReceived(msg.sender, from, ids, values, extra);
        require(answer == 0xbc197c81, "the receiver does not take badges");
    }

    function move(address from, address to, uint256 id, uint256 value) private {
        require(msg.sender == from || isApprovedForAll[from][msg.sender], "not allowed");
        require(to != address(0), "the zero address receives nothing");
        require(held[from][id] >= value, "balance is too small");
        held[from][id] -= value;
        held[to][id] += value;
    }
}

interface BadgeReceiver {
    function onERC1155Received(address operator, address from, uint256 id, uint256 value, bytes calldata extra)
        external
        returns (bytes4);
    function onERC1155BatchReceived(
        address operator,
        address from,
        uint256[] calldata ids,
        uint256[] calldata values,
        bytes calldata extra
    ) external returns (bytes4);
}
